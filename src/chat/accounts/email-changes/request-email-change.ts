import { secondsOf } from '../../../platform/clock.ts'
import { generateToken } from '../../../platform/secrets/secrets.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { cancelMails, queueMail } from '../mails/queue-mail.ts'
import { checkNewEmail } from './check-new-email.ts'
import { limitEmailChanges } from './email-change-limits.ts'
import { emailChangesTable } from './email-changes-table.ts'
import { hashCredentials } from './open-email-change.ts'

const CONFIRM_SECONDS = 86_400

/** Mails a confirmation link to the new address; the old one stays until it is confirmed. Part of a transaction. */
export async function requestEmailChange(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  actor: Actor,
  email: string,
): Promise<void> {
  const { realm, user } = actor
  const about = `email change of ${user.id}`
  await checkNewEmail(transaction.db, actor, email)
  const link = await createLink(chat, transaction, actor, email)
  await cancelMails(transaction, about)
  await queueMail(chat, transaction, realm, composeQuestion(realm, user, email, link), about)
  // Has its own key, so that a later request does not cancel it: the owner must receive every notice.
  await queueMail(chat, transaction, realm, composeNotice(realm, user, email), `${about}: notice`)
}

/**
 * Mails a link to the present address of the account, with which its owner confirms it: joining with a link that was
 * passed on proves nothing.
 */
export async function requestEmailConfirmation(chat: Identity, actor: Actor): Promise<void> {
  const { realm, user } = actor
  if (user.email_proven) throw badRequest('Your email address has been confirmed already.')
  await limitEmailChanges(chat, user)
  await chat.transact(realm.id, async (transaction) => {
    const link = await createLink(chat, transaction, actor, user.email)
    const about = `email change of ${user.id}`
    await cancelMails(transaction, about)
    await queueMail(chat, transaction, realm, composeOwnQuestion(realm, user, link), about)
  })
}

/** Replaces the one before. */
async function createLink(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  email: string,
): Promise<string> {
  const token = generateToken()
  await emailChangesTable.put(transaction.db, {
    realm_id: realm.id,
    user_id: user.id,
    new_email: email,
    token_hash: chat.secrets.hash(token),
    credentials_hash: hashCredentials(chat, user),
    expires_at: secondsOf(chat.clock) + CONFIRM_SECONDS,
  })
  return `${realmUri(chat.config.publicUrl, realm)}/email_changes/${token}`
}

/** Contains no free text of the sender, as it goes to people who did not ask for it. */
const composeQuestion = (realm: Realm, user: User, email: string, link: string) => ({
  to: [email],
  subject: `Confirm your new email address for ${nameOf(realm)}`,
  text: [
    'Hello,',
    '',
    `Someone asked to change the email address of the account ${user.email} at ${nameOf(realm)} to ${email}. If it was you, confirm the new address.`,
    '',
    'Confirm the new address:',
    link,
    '',
    'The link works once and expires in a day. If it was not you, ignore this email. Nothing has changed.',
    '',
  ].join('\n'),
})

const composeOwnQuestion = (realm: Realm, { email }: User, link: string) => ({
  to: [email],
  subject: `Confirm your email address for ${nameOf(realm)}`,
  text: [
    'Hello,',
    '',
    `The account ${email} at ${nameOf(realm)} asks to confirm that this address is its own. If it is your account, confirm the address.`,
    '',
    'Confirm your address:',
    link,
    '',
    'The link works once and expires in a day. If it is not your account, ignore this email. Nothing has changed.',
    '',
  ].join('\n'),
})

const composeNotice = (realm: Realm, user: User, email: string) => ({
  to: [user.email],
  subject: `Your email address at ${nameOf(realm)} is about to change`,
  text: [
    'Hello,',
    '',
    `Someone who is signed in as ${user.email} at ${nameOf(realm)} asked to change the email address of this account to ${email}. The change takes effect when it is confirmed from the new address.`,
    '',
    'If it was you, you do not need to do anything. If it was not you, change your password now. That cancels the change.',
    '',
  ].join('\n'),
})

const nameOf = (realm: Realm) => realm.name.replaceAll(/\s+/g, ' ')
