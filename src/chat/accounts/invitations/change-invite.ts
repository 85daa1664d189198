import { secondsOf } from '../../../platform/clock.ts'
import type { Chat } from '../../chat.ts'
import { badRequest, tooMany } from '../../chat-error.ts'
import { type Actor, isAdministrator, isGuest } from '../../identity/users/user.ts'
import { deleteMailsAbout } from '../mails/mail-outbox-store.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { accessInvite, checkMayInvite } from './invite-access.ts'
import { invitesChanged } from './invite-events.ts'
import { aboutInvite, composeInvitation } from './invite-mail.ts'
import { closeInvite, listPendingInvites } from './invite-store.ts'
import { inviteLink, viewInvite } from './invite-view.ts'
import { findInviter } from './open-invite.ts'

/** Of one invitation, within the window of attempts to sign in. */
const MAILS_AGAIN = 5

/** One's own; for administrators everybody's. */
export async function listInvites(chat: Chat, actor: Actor) {
  const { realm, user } = actor
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
  const whose = isAdministrator(user) ? undefined : user.id
  const invites = await listPendingInvites(chat.database.read, realm.id, secondsOf(chat.clock), whose)
  return invites.map((invite) => viewInvite(chat, realm, invite))
}

/** From the answer on nobody can use it; a mail that has not gone does not go. */
export function revokeInvite(chat: Chat, actor: Actor, id: number, kind: 'mail' | 'link'): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const invite = await accessInvite(chat, transaction.db, actor, id, kind)
    await closeInvite(transaction.db, invite, 'revoked', secondsOf(chat.clock))
    await deleteMailsAbout(transaction.db, actor.realm.id, aboutInvite(invite))
    transaction.announce(invitesChanged(invite.inviter_id))
  })
}

/** The same link, until the same time, in another mail. Answers when. */
export async function resendInvite(chat: Chat, actor: Actor, id: number): Promise<number> {
  const { realm } = actor
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const invite = await accessInvite(chat, db, actor, id, 'mail')
    checkMayInvite(actor, invite.role)
    const budget = await chat.signInLimiter.take(`invitation ${realm.id}:${id}`, MAILS_AGAIN)
    if (!budget.allowed) throw tooMany(budget)
    const inviter = await findInviter(db, realm, invite)
    const link = inviteLink(chat, realm, chat.secrets.decrypt(invite.token_sealed))
    // One that is still waiting to go is the same.
    await deleteMailsAbout(db, realm.id, aboutInvite(invite))
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
