import { secondsOf } from '../../../platform/clock.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { isToken } from '../../../platform/secrets/secrets.ts'
import { tooMany } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { invalidLink } from '../invalid-link.ts'
import { sendsMail } from '../mails/queue-mail.ts'
import { organizationDeactivated } from '../sign-in/sign-in-refusal.ts'
import { mayInvite } from './invite-access.ts'
import { type InvitesTable, invitesTable } from './invites-table.ts'

const LOOKS_PER_MINUTE = 30

/** A valid invitation and its inviter. */
export interface OpenInvite {
  realm: Realm
  invite: InvitesTable
  inviter: User
}

/**
 * Whether people who come with this invitation have to confirm their address first. A server without a mail server
 * cannot ask for that.
 */
export const confirmsEmail = (chat: ChatPlatform, { email }: InvitesTable) =>
  email === null && sendsMail(chat)

/** Each lookup may compute a hash, and needs no credentials. */
export async function limitInviteLookups({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`invitations ${networkOf(address)}`, LOOKS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
}

export async function openInvite(
  chat: ChatPlatform,
  db: Db,
  realm: Realm | undefined,
  token: string,
): Promise<OpenInvite> {
  const invite = isToken(token)
    ? await invitesTable.findBy(db, { token_hash: chat.secrets.hash(token) })
    : undefined
  if (!realm || invite?.realm_id !== realm.id) throw invalidLink('This invitation does not exist.', 'unknown')
  if (realm.deactivated) throw organizationDeactivated('REALM_DEACTIVATED')
  checkUsable(chat, invite)
  const { link_id: linkId } = invite
  if (linkId !== null) {
    const link = await invitesTable.find(db, { realm_id: realm.id, id: linkId })
    if (!link) throw revoked()
    checkUsable(chat, link)
  }
  return { realm, invite, inviter: await findInviter(db, realm, invite) }
}

function checkUsable({ clock }: ChatPlatform, invite: InvitesTable): void {
  if (invite.state === 'used' || invite.state === 'superseded') throw invitationUsed()
  if (invite.state === 'revoked') throw revoked()
  if (invite.expires_at !== null && invite.expires_at <= secondsOf(clock)) {
    throw invalidLink('This invitation has expired.', 'expired')
  }
}

const revoked = () => invalidLink('This invitation has been revoked.', 'revoked')

export const invitationUsed = () => invalidLink('This invitation has been used already.', 'used')

/** An invitation is valid as long as its inviter could issue it. */
export async function findInviter(db: Db, realm: Realm, invite: InvitesTable): Promise<User> {
  const inviter = await usersTable.find(db, { realm_id: realm.id, id: invite.inviter_id })
  if (!inviter?.is_active || !mayInvite({ realm, user: inviter }, invite.role)) {
    throw invalidLink('This invitation is no longer valid.', 'withdrawn')
  }
  return inviter
}
