import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import { twoFactorChanged } from '../identity/second-factor/required-factor.ts'
import type { User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { deactivateWithin } from './deactivate-user.ts'
import { passwordResetsTable } from './password-resets/password-resets-table.ts'
import { endAccess } from './password-resets/replace-password.ts'
import { deleteTwoFactor } from './two-factor/two-factor-store.ts'

/**
 * The owner of the email address gets the account: an identity provider has verified that it is theirs. If nobody had
 * proven the address before, somebody else may have joined with it and may wait for its owner to use the account. So
 * every other way in ends first: the password, API key, sessions, second factor and bots. Returns whether they did.
 */
export async function claimAccount(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
): Promise<boolean> {
  if (user.email_proven) return false
  const { db } = transaction
  await usersTable.update(db, user, { email_proven: 1, password_hash: null })
  await recordAccount(transaction, user, 'claimed')
  await endAccess(chat, transaction, user, false)
  await deleteTwoFactor(db, { realm_id: user.realm_id, user_id: user.id })
  transaction.announce(twoFactorChanged(user))
  await passwordResetsTable.removeWhere(db, { realm_id: user.realm_id, user_id: user.id })
  // An outgoing webhook would still send messages to its service, whatever its key is.
  for (const bot of await usersTable.list(db, { realm_id: user.realm_id, bot_owner_id: user.id })) {
    if (bot.is_active) await deactivateWithin(transaction, bot)
  }
  chat.log.warn(
    { realmId: user.realm_id, userId: user.id },
    'an account with an unproven address was claimed',
  )
  return true
}
