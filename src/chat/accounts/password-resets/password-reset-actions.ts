import { secondsOf } from '../../../platform/clock.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { isToken } from '../../../platform/secrets/secrets.ts'
import { badRequest, tooMany } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import {
  accountKey,
  limitResetLookups,
  limitResetRequests,
  resetFailedAttempts,
} from '../../identity/sessions/sign-in-limits.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { checkEmail } from '../create-user.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { queueMail, sendsMail } from '../mails/queue-mail.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { createPasswordLink } from './create-password-link.ts'
import { type PasswordResetsTable, passwordResetsTable } from './password-resets-table.ts'
import { replaceWithin } from './replace-password.ts'

const RESET_SECONDS = 3600

/** A link that a person passes on may take longer than a mail. */
const LINK_SECONDS = 86_400

/** Links that administrators create for one account, within the window of the mail limits. */
const MAX_LINKS = 10

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
    const terms = { lifetimeSeconds: RESET_SECONDS, provesEmail: true }
    const { id, link } = await createPasswordLink(chat, transaction, realm, user, terms)
    const what = user.password_hash === null ? 'choose a password for' : 'reset the password of'
    const opening = `Someone asked to ${what} ${user.email} at ${realm.name}. If it was you, choose one.`
    const mail = composePasswordMail(realm, user, { opening, link, lifetime: 'an hour' })
    await queueMail(chat, transaction, realm, mail, `password reset ${id}`)
  })
}

/**
 * An administrator helps a person who has lost their password. The person gets a mail. Without a mail server, the
 * administrator gets the link to pass on.
 */
export function resetPasswordOf(chat: Identity, actor: Actor, userId: number): Promise<string | null> {
  const { realm } = actor
  return chat.transact(realm.id, async (transaction) => {
    const user = await usersTable.find(transaction.db, { realm_id: realm.id, id: userId })
    if (!user || isBot(user)) throw badRequest('No such user')
    if (!user.is_active) throw badRequest('The account is deactivated. Reactivate it first.')
    const refusal = sendsMail(chat) ? undefined : await chat.refuseLink(realm.id, actor.user.id, user.id)
    if (refusal !== undefined) throw badRequest(refusal)
    await recordAccount(transaction, user, 'password_link_created')
    const account = accountKey({ realmId: realm.id, account: user.email })
    const budget = await chat.mailLimiter.take(`password link of ${account}`, MAX_LINKS)
    if (!budget.allowed) throw tooMany(budget)
    const terms = { lifetimeSeconds: LINK_SECONDS, provesEmail: sendsMail(chat) }
    const { id, link } = await createPasswordLink(chat, transaction, realm, user, terms)
    chat.log.info(
      { realmId: realm.id, userId, administratorId: actor.user.id },
      'an administrator has created a link to reset a password',
    )
    if (!sendsMail(chat)) return link
    const opening = `${actor.user.full_name} (${actor.user.email}), an administrator of ${realm.name}, sends you a link to choose a password.`
    const mail = composePasswordMail(realm, user, { opening, link, lifetime: 'a day' })
    await queueMail(chat, transaction, realm, mail, `password reset ${id}`)
    return null
  })
}

interface PasswordMail {
  opening: string
  link: string
  lifetime: string
}

/** Somebody who never had a password is welcomed: there is nothing to reset. */
function composePasswordMail(
  realm: Realm,
  { email, password_hash: known }: User,
  { opening, link, lifetime }: PasswordMail,
) {
  const name = realm.name.replaceAll(/\s+/g, ' ')
  const isFirst = known === null
  const ends = isFirst ? '' : ' A new password signs you out everywhere and replaces your API key.'
  return {
    to: [email],
    subject: isFirst ? `Welcome to ${name}: choose a password` : `Reset your password for ${name}`,
    text: [
      'Hello,',
      '',
      opening,
      '',
      isFirst ? 'Choose a password:' : 'Choose a new password:',
      link,
      '',
      `The link works once and expires in ${lifetime}.${ends}`,
      '',
      `If you did not ask for it, ignore this email. ${isFirst ? 'Nothing changes.' : 'Your password stays the same.'}`,
      '',
    ].join('\n'),
  }
}

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
    if (reset.proves_email) await usersTable.update(db, user, { email_proven: 1 })
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
