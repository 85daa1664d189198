import { realmDomainsTable } from '../accounts/domains/realm-domains-table.ts'
import { badRequest } from '../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../chat-platform.ts'
import { recordOrganization } from '../identity/audit/record-audit.ts'
import { realmIconSource, realmIconUrl } from '../identity/realm-addresses.ts'
import { type Realm, realmsTable } from '../identity/realms/realm.ts'
import {
  realmChanged,
  realmPropertiesChanged,
  realmPropertyChanged,
} from '../identity/realms/realm-events.ts'
import {
  deletePolicy,
  realmSettingFields,
  realmSettingNames,
} from '../identity/realms/realm-setting-fields.ts'
import type { RealmSettings } from '../identity/realms/realm-settings.ts'
import { updateRealm } from '../identity/realms/realm-store.ts'
import { hasFactor, isFactorRequired, rolesOfPolicy } from '../identity/second-factor/required-factor.ts'
import { endPasswordSessions } from '../identity/sessions/end-sessions.ts'
import type { Actor } from '../identity/users/user.ts'
import { listPeopleWithoutFactor } from '../identity/users/user-store.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import { userDefaultChanged } from './user-defaults/user-default-events.ts'

export const REALM_NAME_LIMIT = 100
export const REALM_DESCRIPTION_LIMIT = 1000

/** In wire format; omitted settings are unchanged. */
export type RealmChanges = { name?: string; description?: string } & {
  [Name in keyof RealmSettings]?: unknown
}

/** Announced together, as clients of this family expect. */
const groups: readonly (readonly (keyof RealmSettings)[])[] = [
  [
    'allow_message_editing',
    'message_content_edit_limit_seconds',
    'allow_community_topic_editing',
    'community_topic_editing_limit_seconds',
  ],
  ['allow_message_deleting', 'message_content_delete_limit_seconds'],
]

/** Returns what changed, in wire format. */
export function changeRealmSettings(
  chat: ChatPlatform,
  actor: Actor,
  changes: RealmChanges,
): Promise<Record<string, unknown>> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const before = (await realmsTable.find(transaction.db, { id: actor.realm.id }))!
    const texts = readTexts(changes)
    const settings = await readSettings(transaction.db, actor, changes)
    const after: Realm = { ...before, ...texts, settings: { ...before.settings, ...settings } }
    const { video_chat_provider: provider, jitsi_server_url: server } = after.settings
    if (provider === 1 && server === null)
      throw badRequest('Jitsi Meet (video_chat_provider 1) needs jitsi_server_url')
    if (provider === 3 && before.settings.video_chat_provider !== 3 && !chat.config.bigBlueButton)
      throw badRequest('BigBlueButton (video_chat_provider 3) is not configured on this server')
    const changed = differences(before, after)
    if (Object.keys(changed).length === 0) return {}
    await updateRealm(transaction.db, after)
    const was = Object.fromEntries(Object.keys(changed).map((name) => [name, shown(before, name)]))
    await recordOrganization(transaction, after, 'changed', { before: was, after: changed })
    await requireSecondFactors(transaction, actor, before, after)
    announceChanges(chat, transaction, before, after, changed)
    return changed
  })
}

/** People without a second factor set one up when they sign in again. The administrator goes first. */
async function requireSecondFactors(
  transaction: ChatTransaction,
  { user: actor }: Actor,
  before: Realm,
  after: Realm,
): Promise<void> {
  const roles = rolesOfPolicy[after.settings.two_factor_required_for].filter(
    (role) => !rolesOfPolicy[before.settings.two_factor_required_for].includes(role),
  )
  if (roles.length === 0) return
  const { db } = transaction
  if ((await isFactorRequired(db, after.settings, actor)) && !(await hasFactor(db, actor))) {
    throw badRequest('Set up two-factor authentication for your own account first.')
  }
  for (const user of await listPeopleWithoutFactor(db, after.id, roles)) {
    await endPasswordSessions(transaction, user)
  }
}

function readTexts({ name, description }: RealmChanges): Partial<Pick<Realm, 'name' | 'description'>> {
  const texts: Partial<Pick<Realm, 'name' | 'description'>> = {}
  if (name !== undefined) {
    texts.name = name.trim()
    if (texts.name === '') throw badRequest("Organization name can't be empty")
    if ([...texts.name].length > REALM_NAME_LIMIT) throw badRequest('Organization name is too long.')
  }
  if (description !== undefined) {
    texts.description = description.trim()
    if ([...texts.description].length > REALM_DESCRIPTION_LIMIT)
      throw badRequest('Organization description is too long.')
  }
  return texts
}

async function readSettings(db: Db, actor: Actor, changes: RealmChanges): Promise<Partial<RealmSettings>> {
  const settings: Record<string, unknown> = {}
  for (const name of realmSettingNames) {
    if (changes[name] !== undefined) settings[name] = realmSettingFields[name].read(changes[name])
  }
  const read = settings as Partial<RealmSettings>
  const streams = [
    read.notifications_stream_id,
    read.signup_notifications_stream_id,
    read.moderation_request_channel_id,
  ]
  for (const id of streams) {
    if (id != null && !(await accessStreamById(db, actor, id))) throw badRequest('Invalid stream id')
  }
  if (
    read.emails_restricted_to_domains &&
    (await realmDomainsTable.list(db, { realm_id: actor.realm.id })).length === 0
  )
    throw badRequest('Add a domain before restricting email addresses to domains.')
  const { default_language: language } = read
  if (language !== undefined && !/^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(language))
    throw badRequest(`Invalid language '${language}'`)
  return read
}

function differences(before: Realm, after: Realm): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const name of ['name', 'description'] as const) {
    if (before[name] !== after[name]) changed[name] = after[name]
  }
  for (const name of realmSettingNames) {
    if (before.settings[name] !== after.settings[name])
      changed[name] = realmSettingFields[name].show(after.settings[name])
  }
  return changed
}

const shown = (realm: Realm, name: string): unknown =>
  name === 'name' || name === 'description'
    ? realm[name]
    : realmSettingFields[name as keyof RealmSettings].show(realm.settings[name as keyof RealmSettings])

function announceChanges(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  before: Realm,
  after: Realm,
  changed: Record<string, unknown>,
): void {
  const rest = new Set(Object.keys(changed))
  for (const group of groups) {
    if (!group.some((name) => rest.has(name))) continue
    const data = Object.fromEntries(
      group.map((name) => [name, realmSettingFields[name].show(after.settings[name])]),
    )
    if (group.includes('allow_message_deleting'))
      data.delete_own_message_policy = deletePolicy(after.settings)
    transaction.announce(realmPropertiesChanged('default', data))
    for (const name of group) rest.delete(name)
  }
  for (const name of rest) transaction.announce(realmPropertyChanged(name, changed[name]))
  const hours = after.settings.default_twenty_four_hour_time
  if (hours !== before.settings.default_twenty_four_hour_time)
    transaction.announce(userDefaultChanged('twenty_four_hour_time', hours))
  const { publicUrl } = chat.config
  const icon = realmIconUrl(publicUrl, after)
  // A generated icon depends on the name.
  if (icon !== realmIconUrl(publicUrl, before))
    transaction.announce(
      realmPropertiesChanged('icon', { icon_url: icon, icon_source: realmIconSource(after) }),
    )
  transaction.announce(realmChanged(after.id))
}
