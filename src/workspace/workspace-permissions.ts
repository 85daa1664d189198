import { type ChatPermission, people, withBots } from '../chat/identity/chat-permissions.ts'
import { reachOf } from '../chat/identity/permissions.ts'
import type { User } from '../chat/identity/users/user.ts'
import { reaches } from '../platform/permissions.ts'

/**
 * Where chat and phones meet: what a role in the chat means for the phones. What a phone user may do there is in the
 * table of the telephony.
 */
export const workspacePermissions = {
  'see the phones of the organization': people('yes', 'yes', 'yes'),
  'see the phone numbers of people': people('no', 'yes', 'yes'),
  'use the phones': people('no', 'own', 'own', 'as the phone user of the account; a guest loses them'),
  'manage the phones': people('no', 'no', 'yes', 'is an administrator there; the owner is the primary user'),
  'connect a company for phones': people('no', 'no', 'yes', 'with an API key of it that permits everything'),
  'link accounts to phone users': people('no', 'no', 'yes', 'audited with their name; the person is told'),
  'change the link of the owner of the phones': people('no', 'own', 'own', 'only the owner, or the operator'),
  'get a password link for the owner of the phones': people(
    'no',
    'no',
    'own',
    'without a mail server; the operator can, on the command line',
  ),
  'invite to the chat by adding a phone user': people('no', 'own', 'yes', 'by policy; never by key'),
  'tie texting numbers to streams': people('no', 'no', 'yes', 'whose texts they can read'),
  'see the texting numbers of streams': withBots('no', 'yes', 'yes', 'of streams that they can see'),
  'see the state of the server': people('no', 'no', 'yes', 'of the organization of `PUBLIC_URL`'),
  'send texts by writing in a stream': people('no', 'yes', 'yes', 'where they can write, with a phone user'),
} satisfies Record<string, ChatPermission>

type WorkspacePermissionName = keyof typeof workspacePermissions

/** Whether the account may do it; `isOwn`: to what is its own. */
export const mayInWorkspace = (user: User, name: WorkspacePermissionName, isOwn = false): boolean =>
  reaches(reachOf(user, workspacePermissions[name]), isOwn)
