import type { PermissionRow, Reach } from '../../platform/permissions.ts'
import type { Scope } from './api-key.ts'

/** Who may do something with the phones of a company. */
export interface TelephonyPermission extends PermissionRow {
  /** people who have signed in, by their role */
  readonly user: Reach
  readonly administrator: Reach
  /** also with an API key that acts as the primary user */
  readonly owner: Reach
  /** with an API key that acts as another user than the owner */
  readonly userByKey: Reach
  /** what an API key must permit; null: no credentials are needed */
  readonly scope: Scope | null
}

const row = (
  user: Reach,
  administrator: Reach,
  owner: Reach,
  userByKey: Reach,
  scope: Scope | null,
  note = '',
): TelephonyPermission => ({ user, administrator, owner, userByKey, scope, note })

const ofEveryone = (scope: Scope, note?: string) => row('yes', 'yes', 'yes', 'yes', scope, note)
const ofManagers = (scope: Scope, note?: string) => row('no', 'yes', 'yes', 'no', scope, note)
const ofOwner = (scope: Scope, note?: string) => row('no', 'no', 'yes', 'no', scope, note)
/** Administrators manage; what people say to each other is not theirs to read. */
const personal = (scope: Scope, note?: string) => row('own', 'own', 'yes', 'own', scope, note)

/**
 * Who may do what with the phones: each operation names its row, and actions ask for theirs (`permissions.ts`). Whether
 * an object exists for the actor at all is decided where it is fetched (`-access.ts`), by the same rows.
 */
export const telephonyPermissions = {
  'follow a link that carries a token': row('yes', 'yes', 'yes', 'yes', null, 'no sign-in'),
  'see the company, its users and locations': ofEveryone('read'),
  'change the company': ofManagers('write'),
  'add, invite and remove users': ofManagers('write', 'the owner cannot be removed'),
  'change users': row('own', 'yes', 'yes', 'own', 'write', 'the owner only by the owner'),
  'enable and disable users': ofManagers('write', 'never the owner'),
  'change locations': ofManagers('write'),
  'see extensions': row('own', 'yes', 'yes', 'yes', 'read'),
  'add extensions': row('no', 'yes', 'yes', 'yes', 'write'),
  'change extensions': row('own', 'yes', 'yes', 'yes', 'write', 'users: personal settings only'),
  'give extensions to others': row('no', 'yes', 'yes', 'own', 'write', 'a former user is told'),
  'delete extensions': row('no', 'yes', 'yes', 'own', 'write'),
  'see and choose SIP passwords and PINs': personal('write', 'users choose their PIN only'),
  'reset SIP passwords and PINs': row('own', 'yes', 'yes', 'own', 'write', 'the user is told'),
  'see devices': row('own', 'yes', 'yes', 'own', 'read'),
  'change devices': ofManagers('write', 'they do not see the address'),
  'choose where voicemail is mailed': row(
    'own',
    'own',
    'yes',
    'yes',
    'write',
    "others: the user's own address",
  ),
  'hear greetings': row('own', 'yes', 'yes', 'own', 'read'),
  'change greetings': row('own', 'yes', 'yes', 'own', 'write'),
  'see where calls are forwarded': row('own', 'yes', 'yes', 'own', 'read'),
  'forward calls': row('own', 'yes', 'yes', 'own', 'write', 'to numbers that the extension may call'),
  'see imports': row('own', 'yes', 'yes', 'own', 'read'),
  'stop imports': row('own', 'yes', 'yes', 'own', 'write'),
  'see how calls are routed': ofEveryone('read'),
  'change how calls are routed': ofManagers('write'),
  'switch night mode': row('own', 'yes', 'yes', 'own', 'write', 'users: where they are named'),
  'see and choose PINs of conference rooms': ofManagers('write'),
  'see who is in a conference': row('own', 'yes', 'yes', 'own', 'read', 'users: where they moderate'),
  'see parked calls': ofEveryone('read', 'all may pick them up'),
  'park calls in progress': personal('write'),
  'watch queues': row('own', 'yes', 'yes', 'own', 'read', 'users: those in which they are agents'),
  'sign agents in and out': row('own', 'yes', 'yes', 'own', 'write'),
  'see the statistics of queues': ofManagers('read'),
  'see reports of calls': ofManagers('read', 'numbers of calls, not whom one called'),
  'see trunks and numbers': ofManagers('read'),
  'change trunks': ofOwner('write', 'all calls go through them'),
  'change numbers': ofManagers('write'),
  'change outbound routes': ofManagers('write', 'over the trunks that the owner has made'),
  'see which numbers an extension can call': row('own', 'yes', 'yes', 'own', 'read'),
  'see which numbers can be called': ofManagers('read'),
  'decide which numbers can be called': ofManagers('write'),
  'see calls and hear recordings': personal('read', 'recordings: as the owner decides'),
  'delete recordings': personal('write'),
  'record calls in progress': personal('write', 'as the settings of the extension permit'),
  'see how calls are recorded': ofEveryone('read'),
  'decide how calls are recorded': ofOwner('admin'),
  'see blocked numbers': row('own', 'yes', 'yes', 'own', 'read', 'users: their own list'),
  'block numbers': row('own', 'yes', 'yes', 'own', 'write', 'for the company: managers'),
  'see how the company treats callers': ofManagers('read'),
  'decide how the company treats callers': ofManagers('write'),
  'mark calls as seen': row('own', 'own', 'own', 'own', 'write'),
  'hear voicemail': personal('read'),
  'mark and delete voicemail': personal('write'),
  'see softphones': row('own', 'own', 'own', 'own', 'read'),
  'call from a browser': row('own', 'own', 'own', 'no', 'write', 'with a session only'),
  'see texting numbers': row('own', 'yes', 'yes', 'own', 'read'),
  'assign texting numbers': ofManagers('write', 'the users are told'),
  'read texts': personal('read', 'of the time since one has the number'),
  'send, mark and delete texts': personal('write'),
  'see contacts for texting': ofEveryone('read'),
  'change contacts for texting': ofEveryone('write'),
  'see the status of users': ofEveryone('read'),
  'set a status': row('own', 'own', 'own', 'own', 'write'),
  'read faxes, fax numbers and destinations': ofEveryone('read'),
  'send and mark faxes': ofEveryone('write'),
  'delete faxes': ofManagers('write'),
  'change fax destinations': ofManagers('write'),
  'see files': personal('read', 'also of faxes and texts that one can read'),
  'change files': personal('write'),
  'manage API keys': ofOwner('admin'),
  'manage webhooks': ofOwner('admin'),
  'manage the text carrier': ofOwner('admin'),
  'manage how long calls and voicemail are kept': ofOwner('admin'),
  'read the audit trail': ofOwner('admin'),
  'act as another user': row('no', 'no', 'yes', 'yes', 'read', 'the audit trail names both'),
} satisfies Record<string, TelephonyPermission>

export type TelephonyPermissionName = keyof typeof telephonyPermissions
