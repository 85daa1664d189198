import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { userChanged } from '../../people/user-events.ts'
import { announceAvatar } from '../announce-avatar.ts'
import { passwordResetsTable } from '../password-resets/password-resets-table.ts'

/** To an address that the user or the directory of the company has proven. Returns the updated account. */
export async function changeEmail(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  email: string,
): Promise<User> {
  const changed = { email, email_key: email.toLowerCase(), email_proven: 1 }
  await usersTable.update(transaction.db, user, changed)
  // Password reset links went to the old address, which may now belong to someone else.
  await passwordResetsTable.removeWhere(transaction.db, { realm_id: user.realm_id, user_id: user.id })
  const after = { ...user, ...changed }
  const states = { before: { email: user.email }, after: { email } }
  if (email !== user.email) await recordAccount(transaction, user, 'email_changed', states)
  transaction.announce(userChanged(after, { new_email: after.email, delivery_email: after.email }))
  announceAvatar(transaction, user, after, chat.config.publicUrl)
  return after
}
