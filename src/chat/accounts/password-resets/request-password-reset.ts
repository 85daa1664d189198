import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { limitResetRequests } from '../../identity/sessions/sign-in-limits.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { checkEmail } from '../create-user.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { createPasswordLink } from './create-password-link.ts'
import { deleteExpiredResets } from './password-reset-store.ts'

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
    await deleteExpiredResets(transaction.db, now)
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
    `Someone asked to reset the password of ${email} at ${realm.name}. If it was you, choose a new one here:`,
    '',
    link,
    '',
    `The link works once and expires in an hour. A new password signs you out everywhere${known === null ? '' : ' and replaces your API key'}.`,
    '',
    'If it was not you, ignore this email. Your password stays the same.',
    '',
  ].join('\n'),
})
