import { secondsOf } from '../../../platform/clock.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { isToken } from '../../../platform/secrets/secrets.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import {
  limitResetLookups,
  limitResetRequests,
  resetFailedAttempts,
} from '../../identity/sessions/sign-in-limits.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { checkEmail } from '../create-user.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { createPasswordLink } from './create-password-link.ts'
import { type PasswordResetsTable, passwordResetsTable } from './password-resets-table.ts'
import { replaceWithin } from './replace-password.ts'

const RESET_SECONDS = 3600

/** Mails a link if there is an account. The caller does not learn whether there is one. */
export async function requestPasswordReset(
  chat: Identity,
  realm: Realm | undefined,
  email: string,
  address: string,
): Promise<void> {
  if (!realm) throw badRequest('Invalid subdomain')
  checkEmail(email)
  await limitResetRequests(chat, { realmId: realm.id, account: email, address })
  const now = secondsOf(chat.clock)
  await chat.transact(realm.id, async (transaction) => {
    // Write in both cases, so that the response time reveals nothing.
    await passwordResetsTable.removeBefore(transaction.db, 'expires_at', now + 1)
    const user = await findUserByEmail(transaction.db, realm.id, email)
    if (!user?.is_active || isBot(user) || realm.deactivated) return
    const { id, link } = await createPasswordLink(chat, transaction, realm, user, RESET_SECONDS)
    await queueMail(chat, transaction, realm, composeReset(realm, user, link), `password reset ${id}`)
  })
}

const composeReset = (realm: Realm, { email, password_hash: known }: User, link: string) => ({
  to: [email],
  subject: `Reset your password for ${realm.name.replaceAll(/\s+/g, ' ')}`,
  text: [
    'Hello,',
    '',
    `Someone asked to reset the password of ${email} at ${realm.name}. If it was you, choose a new one.`,
    '',
    'Choose a new password:',
    link,
    '',
    `The link works once and expires in an hour. A new password signs you out everywhere${known === null ? '' : ' and replaces your API key'}.`,
    '',
    'If it was not you, ignore this email. Your password stays the same.',
    '',
  ].join('\n'),
})

/** The account that a link belongs to. */
export async function lookAtReset(
  chat: Identity,
  realm: Realm | undefined,
  given: { token: string; address: string },
): Promise<User> {
  await limitResetLookups(chat, given.address)
  return (await openReset(chat, chat.database.read, realm, given.token)).user
}

/** Sets a new password, with the token from the mail. */
export async function resetPassword(
  chat: Identity,
  realm: Realm | undefined,
  given: { token: string; password: string; keepBotKeys: boolean; address: string },
): Promise<void> {
  await limitResetLookups(chat, given.address)
  checkNewPassword(given.password)
  await openReset(chat, chat.database.read, realm, given.token)
  const passwordHash = await hashPassword(given.password)
  await chat.transact(realm!.id, async (transaction) => {
    const { db } = transaction
    const { reset, user } = await openReset(chat, db, realm, given.token)
    // False: another request was faster. The other resets of the person end with the new password.
    if (!(await passwordResetsTable.remove(db, reset))) throw usedOrExpired()
    await replaceWithin(chat, transaction, user, { passwordHash, keepBotKeys: given.keepBotKeys })
    // The link was mailed to the address, or came from the operator.
    await usersTable.update(db, user, { email_proven: 1 })
    await resetFailedAttempts(chat, { realmId: user.realm_id, account: user.email, address: given.address })
  })
}

/** Only in the account's own organization, and while the account is active. */
async function openReset(
  chat: ChatPlatform,
  db: Db,
  realm: Realm | undefined,
  token: string,
): Promise<{ reset: PasswordResetsTable; user: User }> {
  const hash = isToken(token) ? chat.secrets.hash(token) : ''
  const reset = await passwordResetsTable.findBy(db, { token_hash: hash })
  if (!reset || reset.expires_at <= secondsOf(chat.clock)) throw usedOrExpired()
  if (realm?.id !== reset.realm_id || realm.deactivated) throw usedOrExpired()
  const user = await usersTable.find(db, { realm_id: reset.realm_id, id: reset.user_id })
  if (!user?.is_active) throw usedOrExpired()
  return { reset, user }
}
