import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import { may } from '../../identity/permissions.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import { requireUnchanged } from '../../identity/users/require-unchanged.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { settingsOf, type UserSettings } from '../../identity/users/user-settings.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { withdrawPresence } from '../../people/presence/report-presence.ts'
import { checkSettings, checkTimezone, languageName } from '../../people/settings/check-setting.ts'
import { oldSettingChanged, type SettingValue, settingChanged } from '../../people/settings/setting-events.ts'
import { keyChanged, userChanged } from '../../people/user-events.ts'
import { findStream } from '../../streams/stream-store.ts'
import { subscriptionUpdated } from '../../streams/subscriptions/subscription-events.ts'
import { listSubscriptionRows } from '../../streams/subscriptions/subscription-store.ts'
import { changeName } from '../change-name.ts'
import { checkEmail } from '../create-user.ts'
import { limitEmailChanges } from '../email-changes/email-change-limits.ts'
import { requestEmailChange } from '../email-changes/request-email-change.ts'
import { passwordResetsTable } from '../password-resets/password-resets-table.ts'
import { type Proof, provePassword, provePasswordIfAny } from '../prove-password.ts'
import { rotateWithin } from '../rotate-api-key.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'

/** undefined, or an empty name, address or password: unchanged. */
export interface OwnChange {
  fullName?: string | undefined
  /** new credentials, and the proof that the user may change them */
  access?: {
    email: string | undefined
    password: string | undefined
    /** a new password replaces the API key otherwise */
    keepApiKey: boolean
    proof: Proof
  }
  timezone?: string | undefined
  settings: Partial<UserSettings>
}

/** Changes the actor's account and settings. Makes all changes or none. Returns what changed. */
export async function changeOwnAccount(chat: Identity, actor: Actor, change: OwnChange): Promise<object> {
  checkSettings(change.settings)
  if (change.timezone !== undefined) checkTimezone(change.timezone)
  const { hash, email } = await readAccess(chat, actor.user, change.access)
  return chat.transact(actor.realm.id, async (transaction) => {
    const isProven = hash !== undefined || email !== undefined
    let user = isProven
      ? await requireUnchanged(transaction.db, actor.user)
      : (await usersTable.find(transaction.db, { realm_id: actor.realm.id, id: actor.user.id }))!
    const result: Record<string, unknown> = {}
    if (hash !== undefined) user = await storePassword(chat, transaction, user, hash, change.access!)
    if (email !== undefined) await requestEmailChange(chat, transaction, { ...actor, user }, email)
    const name = change.fullName?.trim() ?? ''
    if (name !== '' && name !== user.full_name && mayChangeName(actor)) {
      user = await changeName(chat, transaction, user, name)
      result.full_name = user.full_name
    }
    if (change.timezone !== undefined)
      Object.assign(result, await changeTimezone(transaction, user, change.timezone))
    const settings = await changeSettings(transaction, user, change.settings)
    if (settings.presence_enabled === false) await withdrawPresence(chat, transaction, user)
    return Object.assign(result, settings)
  })
}

/** Ends what the old password has opened: all sessions but the one that makes the change, the key, and reset links. */
async function storePassword(
  chat: Identity,
  transaction: ChatTransaction,
  user: User,
  hash: string,
  { keepApiKey, proof }: NonNullable<OwnChange['access']>,
): Promise<User> {
  const { db } = transaction
  await usersTable.update(db, user, { password_hash: hash })
  await passwordResetsTable.removeWhere(db, { realm_id: user.realm_id, user_id: user.id })
  await endSessionsOf(transaction, user, proof.session?.id)
  await recordAccount(transaction, user, 'password_changed')
  const changed = { ...user, password_hash: hash }
  if (!keepApiKey) return (await rotateWithin(chat, transaction, changed)).user
  transaction.announce(keyChanged(user))
  return changed
}

/** Changing either one takes over the account for good, so both require the password. undefined: unchanged. */
async function readAccess(
  chat: Identity,
  user: User,
  access: OwnChange['access'],
): Promise<{ hash: string | undefined; email: string | undefined }> {
  const email = newEmail(user, access?.email)
  const password = access?.password || undefined
  if (password !== undefined) await provePassword(chat, user, access!.proof)
  else if (email !== undefined) await provePasswordIfAny(chat, user, access!.proof, 'old_password')
  if (password !== undefined) checkNewPassword(password)
  if (email !== undefined) await limitEmailChanges(chat, user)
  return { hash: password && (await hashPassword(password)), email }
}

/** Refuses invalid addresses before they count against the limit. */
function newEmail(user: User, wanted = ''): string | undefined {
  const email = wanted.trim()
  if (email === '' || email === user.email) return undefined
  checkEmail(email)
  return email
}

/** Clients do not offer the change where it is disabled, so an attempt is ignored rather than refused. */
const mayChangeName = ({ realm, user }: Actor) =>
  !realm.settings.name_changes_disabled || may(user, 'change the settings of the organization')

/** Part of a transaction; the caller has validated the values. Returns what changed. */
async function changeSettings(
  transaction: ChatTransaction,
  user: User,
  wanted: Partial<UserSettings>,
): Promise<Partial<UserSettings>> {
  const before = settingsOf(user)
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof UserSettings] !== value),
  ) as Partial<UserSettings>
  if (Object.keys(changed).length === 0) return {}
  const settings = JSON.stringify({ ...JSON.parse(user.settings), ...changed })
  await usersTable.update(transaction.db, user, { settings })
  for (const [name, value] of Object.entries(changed)) announceSetting(transaction, user, name, value)
  await announceStreamSettings(transaction, user, changed)
  return changed
}

/** Part of the account, because others see it too. */
async function changeTimezone(
  transaction: ChatTransaction,
  user: User,
  timezone: string,
): Promise<{ timezone?: string }> {
  if (timezone === user.timezone) return {}
  await usersTable.update(transaction.db, user, { timezone })
  announceSetting(transaction, user, 'timezone', timezone)
  transaction.announce(userChanged(user, { timezone }))
  return { timezone }
}

function announceSetting(transaction: ChatTransaction, user: User, name: string, value: SettingValue): void {
  const more = name === 'default_language' ? { language_name: languageName(String(value)) } : {}
  transaction.announce(oldSettingChanged(user, name, value, more))
  transaction.announce(settingChanged(user, name, value, more))
}

/** Settings that apply to streams without their own value. */
const ofStreams = {
  enable_stream_desktop_notifications: 'desktop_notifications',
  enable_stream_audible_notifications: 'audible_notifications',
  enable_stream_push_notifications: 'push_notifications',
  enable_stream_email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

/** Clients show these settings in each stream, so a change must be announced for each. */
async function announceStreamSettings(
  transaction: ChatTransaction,
  user: User,
  changed: Partial<UserSettings>,
): Promise<void> {
  const names = (Object.keys(ofStreams) as (keyof typeof ofStreams)[]).filter((name) => name in changed)
  if (names.length === 0) return
  for (const row of await listSubscriptionRows(transaction.db, user.realm_id, user.id)) {
    const open = names.filter((name) => row.active === 1 && row[ofStreams[name]] === null)
    const stream = open.length > 0 && (await findStream(transaction.db, user.realm_id, row.stream_id))
    if (!stream) continue
    for (const name of open)
      transaction.announce(subscriptionUpdated(user, stream, ofStreams[name], changed[name]!))
  }
}
