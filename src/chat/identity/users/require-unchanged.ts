import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { User } from './user.ts'
import { usersTable } from './users-table.ts'

/**
 * For transactions that follow the check of a password or a key: it still counts only if nobody has changed the
 * credentials or the state of the account since then. Verifying and hashing passwords takes long enough for an owner
 * to reset the password while a request of a thief is in flight. Returns the current row.
 */
export async function requireUnchanged(db: Db, user: User): Promise<User> {
  const now = await usersTable.find(db, user)
  if (
    now?.is_active !== user.is_active ||
    now.password_hash !== user.password_hash ||
    now.api_key_hash !== user.api_key_hash
  ) {
    throw badRequest('The account was changed at the same time. Try again.')
  }
  return now
}
