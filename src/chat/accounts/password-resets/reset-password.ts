import { secondsOf } from '../../../platform/clock.ts'
import { hashPassword } from '../../../platform/hash-password.ts'
import { isToken } from '../../../platform/secrets.ts'
import type { Chat, Db } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { forgetFailedAttempts, limitResetLooks } from '../../identity/sessions/sign-in-limits.ts'
import type { User } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { findReset, useReset } from './password-reset-store.ts'
import type { PasswordResetsTable } from './password-resets-table.ts'
import { replaceWithin } from './replace-password.ts'

const invalid = () => badRequest('This link has been used already, or is too old. Ask for a new one.')

/** A new password, with the token from the mail. */
export async function resetPassword(
  chat: Chat,
  realm: Realm | undefined,
  given: { token: string; password: string; keepBotKeys: boolean; address: string },
): Promise<void> {
  await limitResetLooks(chat, given.address)
  checkNewPassword(given.password)
  await openReset(chat, chat.database.read, realm, given.token)
  const passwordHash = await hashPassword(given.password)
  await chat.transact(realm!.id, async (transaction) => {
    const { db } = transaction
    const { reset, user } = await openReset(chat, db, realm, given.token)
    if (!(await useReset(db, reset))) throw invalid()
    await replaceWithin(chat, transaction, user, { passwordHash, keepBotKeys: given.keepBotKeys })
    await forgetFailedAttempts(chat, { realmId: user.realm_id, account: user.email, address: given.address })
  })
}

/** Only for the account's own organization, and while the account is open. */
async function openReset(
  chat: Chat,
  db: Db,
  realm: Realm | undefined,
  token: string,
): Promise<{ reset: PasswordResetsTable; user: User }> {
  const hash = isToken(token) ? chat.secrets.hash(token) : ''
  const reset = await findReset(db, hash, secondsOf(chat.clock))
  if (!reset || realm?.id !== reset.realm_id || realm.deactivated) throw invalid()
  const user = await findUser(db, reset.realm_id, reset.user_id)
  if (!user?.is_active) throw invalid()
  return { reset, user }
}
