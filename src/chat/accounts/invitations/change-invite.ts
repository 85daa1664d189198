import { secondsOf } from '../../../platform/clock.ts'
import { tooMany } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import { may } from '../../identity/permissions.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { cancelMails, queueMail, sendsMail } from '../mails/queue-mail.ts'
import { accessInvite, checkMayInvite } from './invite-access.ts'
import { invitesChanged } from './invite-events.ts'
import { aboutInvite, composeInvitation } from './invite-mail.ts'
import { closeInvite, listPendingInvites } from './invite-store.ts'
import { linkOfInvite, viewInvite } from './invite-view.ts'
import { type InvitesTable, invitesTable } from './invites-table.ts'
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
  const about = { id: invite.id, name: invite.email ?? '' }
  await recordAudit(transaction, { action: 'invitation.revoked', ...about })
}

/**
 * Mails the same link again, with the same expiry. Returns the time of the mail, and the link if the server sends no
 * mail.
 */
export function resendInvite(
  chat: Identity,
  actor: Actor,
  id: number,
): Promise<{ timestamp: number; invite_link?: string }> {
  const { realm } = actor
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const invite = await accessInvite(chat, db, actor, id, 'mail')
    checkMayInvite(actor, invite.role)
    const budget = await chat.signInLimiter.take(`invitation ${realm.id}:${id}`, MAILS_AGAIN)
    if (!budget.allowed) throw tooMany(budget)
    const inviter = await findInviter(db, realm, invite)
    const link = await passOnInvite(chat, transaction, realm, invite)
    await recordAudit(transaction, { action: 'invitation.sent_again', id, name: invite.email ?? '' })
    // Replaces a mail that is still pending.
    await cancelMails(transaction, aboutInvite(invite))
    await queueMail(
      chat,
      transaction,
      realm,
      composeInvitation(realm, inviter, invite, link),
      aboutInvite(invite),
    )
    return { timestamp: secondsOf(chat.clock), ...(!sendsMail(chat) && { invite_link: link }) }
  })
}

/** The link of an invitation, for another mail. Without a mail server a person sees it, so it no longer proves anything. */
export async function passOnInvite(
  chat: ChatPlatform,
  { db }: ChatTransaction,
  realm: Realm,
  invite: InvitesTable,
): Promise<string> {
  if (invite.is_mailed && !sendsMail(chat)) await invitesTable.update(db, invite, { is_mailed: 0 })
  return linkOfInvite(chat, realm, invite)
}
