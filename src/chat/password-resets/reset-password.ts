import { secondsOf } from '../../platform/clock.ts'
import { hashPassword } from '../../platform/hash-password.ts'
import { isToken } from '../../platform/secrets.ts'
import { botChanged } from '../bots/bot-events.ts'
import type { Chat, ChatTransaction, Db } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { endQueuesOf } from '../event-queues/end-queues.ts'
import type { Realm } from '../realms/realm.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { forgetFailedAttempts, limitResetLooks } from '../sign-in/sign-in-limits.ts'
import { rotateWithin } from '../users/rotate-api-key.ts'
import type { User } from '../users/user.ts'
import { findUser, listBotsOf, updateUser } from '../users/user-store.ts'
import { findReset, useReset } from './password-reset-store.ts'
import type { PasswordResetsTable } from './password-resets-table.ts'

const invalid = () => badRequest('This link has been used already, or is too old. Ask for a new one.')

/**
 * A new password, with the token from the mail. It is how somebody takes an account back: whatever a stranger
 * may have got by it ends, also the keys of its bots, which a session is enough to see.
 */
export async function resetPassword(
  chat: Chat,
  realm: Realm | undefined,
  given: { token: string; password: string; keepBotKeys: boolean; address: string },
): Promise<void> {
  await limitResetLooks(chat, given.address)
  checkNewPassword(given.password)
  await openReset(chat, chat.database.read, realm, given.token)
  const password_hash = await hashPassword(given.password)
  await chat.transact(realm!.id, async (transaction) => {
    const { db } = transaction
    const { reset, user } = await openReset(chat, db, realm, given.token)
    if (!(await useReset(db, reset))) throw invalid()
    await updateUser(db, user.realm_id, user.id, { password_hash })
    await endSessionsOf(transaction, user)
    await rotateWithin(chat, transaction, user)
    await endQueuesOf(transaction, user)
    if (!given.keepBotKeys) await renewBotKeys(chat, transaction, user)
    await forgetFailedAttempts(chat, { realmId: user.realm_id, account: user.email, address: given.address })
  })
}

async function renewBotKeys(chat: Chat, transaction: ChatTransaction, owner: User): Promise<void> {
  for (const bot of await listBotsOf(transaction.db, owner.realm_id, owner.id)) {
    const { user } = await rotateWithin(chat, transaction, bot)
    transaction.announce(botChanged(user, { sealed_api_key: user.api_key_sealed }))
    await endQueuesOf(transaction, bot)
  }
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
