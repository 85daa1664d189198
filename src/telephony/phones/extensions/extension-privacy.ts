import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../platform/clock.ts'
import { userNotices } from '../../company/contacts/user-notice-events.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Contact } from '../../identity/contact.ts'
import { may } from '../../identity/permissions.ts'
import { forbidden } from '../../problem.ts'
import { credentialNames, personalFields } from '../extension-data/extension-data-fields.ts'
import type { ExtensionDataInput } from '../extension-data/extension-data-schema.ts'
import type { Extension } from './extension.ts'
import type { ExtensionView } from './extension-view.ts'

/** With the credentials of an extension, somebody can call as its user, and hear their voicemail. */
export const maySeeSecrets = (actor: Actor, userId: string | null) =>
  may(actor, 'see and choose SIP passwords and PINs', userId)

/** Credentials of a user's extension are chosen only by people who may see them. An unassigned one is nobody's. */
export function requireOwnCredentials(
  actor: Actor,
  userId: string | null | undefined,
  data: ExtensionDataInput,
): void {
  if (userId == null || maySeeSecrets(actor, userId)) return
  // Not even the current ones: the response would confirm a guess.
  if (credentialNames.some((name) => data[name] !== undefined)) {
    throw forbidden('The credentials belong to another person')
  }
}

/** Whether somebody knows credentials, or gets to know them, that are not for them. A key can act as every user. */
export const learnsSecrets = (actor: Actor, users: readonly (string | null | undefined)[]): boolean =>
  actor.caller.kind === 'person' && users.some((id) => id != null && !maySeeSecrets(actor, id))

const mailSettings = ['voicemail_email', 'voicemail_pager'] as const

/** Voicemail of a user is mailed to the user, unless they or the owner choose another address. */
export function requireOwnMailbox(
  actor: Actor,
  user: Contact | undefined,
  before: Pick<Extension, 'user_id' | 'data'> | undefined,
  data: Extension['data'],
): void {
  if (!user || may(actor, 'choose where voicemail is mailed', user.id)) return
  const isUnchanged = (name: (typeof mailSettings)[number]) =>
    before?.user_id === user.id && (before.data[name] ?? '') === data[name]
  for (const name of mailSettings) {
    const address = String(data[name] ?? '')
    if (address === '' || isUnchanged(name) || address.toLowerCase() === user.email_key) continue
    throw forbidden(
      `Only the person with the extension and the owner may choose /data/${name}: it is not their own address`,
    )
  }
}

/** Refuses input that changes more than personal fields. What is sent back unchanged is no change. */
export function requirePersonalChange(input: object, { data: shown, ...shownRest }: ExtensionView): void {
  const { data = {}, ...rest } = input as { data?: object }
  refuseFirst(changedNames(rest, shownRest))
  refuseFirst(
    changedNames(data, shown).filter((name) => !personalFields.has(name)),
    '/data',
  )
}

const changedNames = (input: object, before: Readonly<Record<string, unknown>>) =>
  Object.entries(input)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name]))
    .map(([name]) => name)

function refuseFirst([name]: readonly string[], path = ''): void {
  if (name !== undefined) throw forbidden(`Only owners and administrators may change ${path}/${name}`)
}

/** What the former and the new user are told when somebody else changes the extension. */
export function noticesOfChange(clock: Clock, actor: Actor, before: Extension, after: Extension) {
  const number = after.number
  if (before.user_id !== after.user_id) {
    return [
      ...userNotices(clock, actor, idsOf(before), `took extension ${number} from you`),
      ...userNotices(clock, actor, idsOf(after), `gave you extension ${number}`),
    ]
  }
  const values = (extension: Extension): Readonly<Record<string, unknown>> => extension.data
  const changed = [...personalFields].filter((name) => values(before)[name] !== values(after)[name])
  const what = [
    ...(before.secrets_sealed === after.secrets_sealed ? [] : ['the SIP password or PIN']),
    ...changed,
  ]
  if (what.length === 0) return []
  return userNotices(clock, actor, idsOf(after), `changed ${what.join(', ')} of your extension ${number}`)
}

const idsOf = ({ user_id: id }: Extension) => (id === null ? [] : [id])
