import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Role } from '../../identity/users/users-table.ts'
import type { InvitesTable } from './invites-table.ts'

/** Owners and moderators of this API family are administrators and members here. */
const rolesByNumber: ReadonlyMap<number, Role> = new Map([
  [100, 'administrator'],
  [200, 'administrator'],
  [300, 'member'],
  [400, 'member'],
  [600, 'guest'],
])
const numbers: Record<Role, number> = { administrator: 200, member: 400, guest: 600 }

export const InvitedAs = Type.Union([100, 200, 300, 400, 600].map((number) => Type.Literal(number)))

export const roleOfNumber = (number: number) => rolesByNumber.get(number)!

export const InviteSchema = Type.Object(
  {
    id: Type.Integer(),
    invited_by_user_id: Type.Integer(),
    invited: Type.Integer({ description: 'When, in epoch seconds.' }),
    expiry_date: Type.Union([Type.Integer(), Type.Null()], { description: 'Epoch seconds; null: never.' }),
    invited_as: Type.Integer({ description: '200: administrator, 400: member, 600: guest.' }),
    email: Type.Optional(Type.String({ description: 'Only for invitations by mail.' })),
    notify_referrer_on_join: Type.Boolean(),
    is_multiuse: Type.Boolean(),
    link_url: Type.Optional(
      Type.String({ description: 'Only for reusable links, and for invitations that no mail carried.' }),
    ),
  },
  { additionalProperties: false },
)

/** The page where people join with the link. */
export const inviteLink = (chat: ChatPlatform, realm: Realm, token: string) =>
  `${realmUri(chat.config.publicUrl, realm)}/join/${token}`

export const linkOfInvite = (chat: ChatPlatform, realm: Realm, { token_sealed: sealed }: InvitesTable) =>
  inviteLink(chat, realm, chat.secrets.decrypt(sealed))

export function viewInvite(chat: ChatPlatform, realm: Realm, invite: InvitesTable) {
  return {
    id: invite.id,
    invited_by_user_id: invite.inviter_id,
    invited: invite.created_at,
    expiry_date: invite.expires_at,
    invited_as: numbers[invite.role],
    notify_referrer_on_join: invite.notify_inviter === 1,
    is_multiuse: invite.email === null,
    ...(invite.email !== null && { email: invite.email }),
    ...((invite.email === null || !invite.is_mailed) && { link_url: linkOfInvite(chat, realm, invite) }),
  }
}
