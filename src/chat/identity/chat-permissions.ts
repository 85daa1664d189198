import type { PermissionRow, Reach } from '../../platform/permissions.ts'

/** Who may do something in the chat of an organization. */
export interface ChatPermission extends PermissionRow {
  readonly guest: Reach
  readonly member: Reach
  readonly administrator: Reach
  /** whether bots may do what their role permits */
  readonly bots: boolean
  /** the same for bots of incoming webhooks */
  readonly webhooks: boolean
  /** Nobody needs to sign in for it. */
  readonly isOpen: boolean
  /** People may do it before they have set up a second factor that the organization requires. */
  readonly beforeFactor?: true
}

/** For people, not for bots. */
export const people = (guest: Reach, member: Reach, administrator: Reach, note = ''): ChatPermission => ({
  guest,
  member,
  administrator,
  note,
  bots: false,
  webhooks: false,
  isOpen: false,
})

export const withBots = (guest: Reach, member: Reach, administrator: Reach, note = ''): ChatPermission => ({
  ...people(guest, member, administrator, note),
  bots: true,
})

const withWebhooks = (guest: Reach, member: Reach, administrator: Reach, note = ''): ChatPermission => ({
  ...withBots(guest, member, administrator, note),
  webhooks: true,
})

const withoutSignIn = (note: string): ChatPermission => ({
  ...withWebhooks('yes', 'yes', 'yes', note),
  isOpen: true,
})

/**
 * Who may do what in the chat: each endpoint names its row, and actions ask for theirs (`permissions.ts`). What a person
 * can read at all (streams, messages, files) is decided where it is fetched, by the subscriptions.
 */
export const chatPermissions = {
  'see the settings of the server': withoutSignIn('no sign-in'),
  'sign in, join, and follow mailed links': withoutSignIn('no sign-in: a password or link proves it'),

  'send messages': withWebhooks('yes', 'yes', 'yes', 'where they can write'),
  'send to streams for announcements': withWebhooks('no', 'no', 'yes', 'also bots of administrators'),
  'read messages, topics and files': withBots('yes', 'yes', 'yes', 'received, or of streams open to them'),
  'receive events': withBots('own', 'own', 'own', 'of what they can see'),
  'react, vote and type': withBots('yes', 'yes', 'yes', 'where they can read'),
  'make and join video calls': people('yes', 'yes', 'yes', 'joining: who has the link'),
  'mark messages for themselves': withBots('own', 'own', 'own'),
  'edit messages': withBots('own', 'own', 'own', 'if and as long as the organization allows it'),
  'change topics of others at any time': withBots('no', 'no', 'yes', 'others: as the organization allows'),
  'move messages to another stream': withBots('no', 'yes', 'yes', 'whose topic they can change'),
  'delete messages': withBots('own', 'own', 'yes', 'own ones if the organization allows it'),
  'report messages': people('yes', 'yes', 'yes', 'which they can read'),
  'keep drafts, snippets, reminders and views': people('own', 'own', 'own'),
  'schedule messages': withBots('own', 'own', 'own'),
  'upload files': withBots('own', 'own', 'own'),

  'read and write in public streams': withWebhooks('own', 'yes', 'yes', 'guests: if subscribed'),
  'see streams': withBots('own', 'yes', 'yes', 'private ones only if subscribed'),
  'see that private streams exist': withBots('own', 'own', 'yes', 'not what is said there'),
  'arrange their own streams and topics': withBots('own', 'own', 'own'),
  'leave streams, and take others out': withBots('own', 'own', 'yes'),
  'join and create streams, and add others': withBots('no', 'yes', 'yes', 'by policy'),
  'change, archive and sort streams': withBots('no', 'no', 'yes'),
  'delete topics': withBots('no', 'no', 'yes', 'of streams that they can read'),

  'see people': withBots('yes', 'yes', 'yes'),
  'change their own account': people('own', 'own', 'own', 'credentials: with the password'),
  'set up a second factor, and sign out': {
    ...people('own', 'own', 'own', 'also before it is set up where it is required'),
    beforeFactor: true,
  },
  'change their own picture, status and words': withBots('own', 'own', 'own'),
  'store data of a bot': withBots('own', 'own', 'own'),

  'see their own bots': withBots('no', 'own', 'own'),
  'create bots': people('no', 'own', 'own', 'by the policy of the organization'),
  'change and disable bots': withBots('no', 'own', 'yes', 'administrators: name, picture and owner'),
  'read and replace the keys of bots': withBots('no', 'own', 'own', 'a new owner gets a new key'),
  'set up bots': withBots('no', 'own', 'own', 'where they post, and their default streams'),

  'add emoji': withBots('no', 'yes', 'yes', 'administrators only if the organization wants it'),
  'remove emoji': withBots('no', 'own', 'yes'),
  'manage user groups': withBots('no', 'own', 'yes', 'members: those that they belong to, unless reserved'),
  'invite people': people('no', 'own', 'yes', 'by policy; own: their own invitations'),
  'invite administrators': people('no', 'no', 'yes'),

  'see the settings of the organization': withBots('yes', 'yes', 'yes'),
  'change the settings of the organization': withBots('no', 'no', 'yes'),
  'set up identity providers': people(
    'no',
    'no',
    'yes',
    'to add and change them with the password, and the second factor if they have one; not for the account that owns the phones',
  ),
  'create, change and close accounts': withBots('no', 'no', 'yes'),
  'see and end sessions of others': people('no', 'no', 'yes', 'where they are signed in; not what they do'),
  'import people': people(
    'no',
    'no',
    'yes',
    'from a CSV file; not into private streams that they do not read',
  ),
  'reset passwords of others': people('no', 'no', 'yes', 'by mail; without a mail server they get the link'),
  'connect directories': people(
    'no',
    'no',
    'yes',
    'with the password, and the second factor if they have one; not for the account that owns the phones',
  ),
  'erase people': people('no', 'no', 'yes', 'not the only administrator, and nobody under a legal hold'),
  'export the data of a person': people('own', 'own', 'yes', 'with private messages; for a week'),
  'see what is stored': people('no', 'no', 'yes', 'numbers and sizes, not the content'),
  'place legal holds': people('no', 'no', 'yes'),
  'see statistics of the organization': people('no', 'no', 'yes', 'numbers only'),
  'export the organization': withBots('no', 'no', 'yes', 'with all private messages'),
  'read the audit log': withBots('no', 'no', 'yes', 'also as a file'),
  'close the organization': withBots('no', 'no', 'yes', 'with the password'),
} satisfies Record<string, ChatPermission>

export type ChatPermissionName = keyof typeof chatPermissions
