import { secondsOf } from '../../../platform/clock.ts'
import { tooMany } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { cancelMails, queueMail } from '../mails/queue-mail.ts'
import { accessInvite, checkMayInvite } from './invite-access.ts'
import { invitesChanged } from './invite-events.ts'
import { aboutInvite, composeInvitation } from './invite-mail.ts'
import { closeInvite, listPendingInvites } from './invite-store.ts'
import { inviteLink, viewInvite } from './invite-view.ts'
import type { InvitesTable } from './invites-table.ts'
import { findInviter } from './open-invite.ts'

/** Resends of one invitation within the sign-in window. */
const MAILS_AGAIN = 5

/** The actor's own invitations; for administrators, all. */
export async function listInvites(chat: ChatPlatform, actor: Actor) {
  const { realm, user } = actor
  const whose = may(user, 'invite people') ? undefined : user.id
  const invites = await listPendingInvites(chat.database.read, realm.id, secondsOf(chat.clock), whose)
  return invites.map((invite) => viewInvite(chat, realm, invite))
}

/** Takes effect at once. A pending mail is not sent. */
export function revokeInvite(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
  kind: 'mail' | 'link',
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const invite = await accessInvite(chat, transaction.db, actor, id, kind)
    await revokeWithin(chat, transaction, invite)
  })
}

export async function revokeWithin(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  invite: InvitesTable,
): Promise<void> {
  await closeInvite(transaction.db, invite, 'revoked', secondsOf(chat.clock))
  await cancelMails(transaction, aboutInvite(invite))
  transaction.announce(invitesChanged(invite.inviter_id))
}

/** Mails the same link again, with the same expiry. Returns the time of the mail. */
export async function resendInvite(chat: Identity, actor: Actor, id: number): Promise<number> {
  const { realm } = actor
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const invite = await accessInvite(chat, db, actor, id, 'mail')
    checkMayInvite(actor, invite.role)
    const budget = await chat.signInLimiter.take(`invitation ${realm.id}:${id}`, MAILS_AGAIN)
    if (!budget.allowed) throw tooMany(budget)
    const inviter = await findInviter(db, realm, invite)
    const link = inviteLink(chat, realm, chat.secrets.decrypt(invite.token_sealed))
    // Replaces a mail that is still pending.
    await cancelMails(transaction, aboutInvite(invite))
    await queueMail(
      chat,
      transaction,
      realm,
      composeInvitation(realm, inviter, invite, link),
      aboutInvite(invite),
    )
  })
  return secondsOf(chat.clock)
}
