import { secondsOf } from '../../../platform/clock.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { badRequest, ChatError, missingArgument } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { subscribeUsers } from '../../membership/subscribe-users.ts'
import type { Messages } from '../../messages/messages.ts'
import { sendNotification } from '../../messages/sending/send-notification.ts'
import type { Stream } from '../../streams/stream.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { addUser, checkEmail, checkFullName } from '../create-user.ts'
import { checkEmailDomain } from '../domains/check-email-domain.ts'
import { cancelMails } from '../mails/queue-mail.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { maySubscribeOthers } from './invite-access.ts'
import { invitesChanged } from './invite-events.ts'
import { aboutInvite } from './invite-mail.ts'
import { closeInvite, closeInvitesOfEmail } from './invite-store.ts'
import { invitesTable } from './invites-table.ts'
import { confirmsEmail, invitationUsed, type OpenInvite, openInvite } from './open-invite.ts'

export interface NewPerson {
  /** only for invitation links */
  email: string | undefined
  fullName: string
  password: string
}

export const emailConfirmationRequired = () =>
  new ChatError('Confirm your email address first: ask for a link to it.', {
    code: 'EMAIL_CONFIRMATION_REQUIRED',
  })

/** Creates the account, with the role and streams of the invitation, as far as the inviter can still grant them. */
export async function acceptInvite(
  chat: Messages,
  realm: Realm | undefined,
  token: string,
  person: NewPerson,
): Promise<{ user: User; apiKey: string }> {
  const { read } = chat.database
  const opened = await openInvite(chat, read, realm, token)
  if (confirmsEmail(chat, opened.invite)) throw emailConfirmationRequired()
  const email = emailOf(opened, person.email)
  checkEmail(email)
  checkFullName(person.fullName)
  checkNewPassword(person.password)
  await checkEmailDomain(read, opened.realm, email)
  await refuseKnown(read, opened, email)
  const passwordHash = await hashPassword(person.password)
  return chat.transact(opened.realm.id, async (transaction) => {
    // Check again: hashing takes time, and another request may have been faster.
    const current = await openInvite(chat, transaction.db, realm, token)
    await checkEmailDomain(transaction.db, current.realm, email)
    await refuseKnown(transaction.db, current, email)
    const emailProven = current.invite.email !== null && current.invite.is_mailed === 1
    const { fullName } = person
    return joinByInvite(chat, transaction, current, { email, emailProven, fullName, passwordHash })
  })
}

/** Within a transaction that has opened the invitation, and has found no account with the address. */
export async function joinByInvite(
  chat: Messages,
  transaction: ChatTransaction,
  { realm, invite, inviter }: OpenInvite,
  person: { email: string; emailProven: boolean; fullName: string; passwordHash?: string },
): Promise<{ user: User; apiKey: string }> {
  const { db } = transaction
  const now = secondsOf(chat.clock)
  if (invite.email !== null && !(await closeInvite(db, invite, 'used', now))) {
    throw invitationUsed()
  }
  const added = await addUser(chat, transaction, realm, {
    ...person,
    role: invite.role,
    joinDefaultStreams: invite.include_default_streams === 1,
  })
  if (invite.email !== null) await invitesTable.update(db, invite, { joined_user_id: added.user.id })
  const streams = await findGrantedStreams(db, { realm, user: inviter }, JSON.parse(invite.stream_ids), now)
  await subscribeUsers(chat, transaction, realm, streams, [added.user])
  const others = await closeInvitesOfEmail(db, realm.id, added.user.email_key, now)
  for (const one of [invite, ...others]) await cancelMails(transaction, aboutInvite(one))
  if (invite.notify_inviter === 1) {
    const content = `@_**${added.user.full_name}|${added.user.id}** has accepted your invitation.`
    await sendNotification(chat, transaction, realm, { to: inviter, content })
  }
  transaction.announce(invitesChanged(inviter.id))
  return added
}

/** Streams that the inviter can still add people to. Leaves out archived streams and those the inviter cannot read. */
async function findGrantedStreams(
  db: Db,
  inviter: Actor,
  ids: readonly number[],
  now: number,
): Promise<Stream[]> {
  if (!maySubscribeOthers(inviter, now)) return []
  const streams = await Promise.all(ids.map((id) => accessStreamById(db, inviter, id)))
  return streams.filter((stream) => stream !== undefined)
}

function emailOf({ invite }: OpenInvite, given: string | undefined): string {
  if (invite.email === null) {
    if (given === undefined) throw missingArgument('email')
    return given.trim()
  }
  if (given !== undefined && given.trim().toLowerCase() !== invite.email_key) {
    throw badRequest('This invitation is for another email address.')
  }
  return invite.email
}

/** Only people who can read the mail of an address learn about its account. */
async function refuseKnown(db: Db, { realm, invite }: OpenInvite, email: string): Promise<void> {
  const user = await findUserByEmail(db, realm.id, email)
  if (!user) return
  if (invite.email === null) {
    throw badRequest('You cannot join with this email address. If you have an account, sign in.')
  }
  throw badRequest(
    user.is_active
      ? `Email '${email}' already in use`
      : `The account of '${email}' has been deactivated. An administrator can open it again.`,
  )
}
