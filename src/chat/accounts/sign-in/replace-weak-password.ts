import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import { requireUnchanged } from '../../identity/users/require-unchanged.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { keyChanged } from '../../people/user-events.ts'
import { checkNewPassword } from './check-new-password.ts'
import { weakPasswordsTable } from './weak-passwords-table.ts'

export const newPasswordRequired = () =>
  new ChatError(
    "The password of this account is weak and has to be changed. Send a new one as 'new_password', with at least eight characters.",
    { status: 403, code: 'NEW_PASSWORD_REQUIRED', extra: { reason: 'new password required' } },
  )

/** Whether an administrator created the account with a weak password, and nobody has changed it since. */
export async function hasWeakPassword(db: Db, user: User): Promise<boolean> {
  const row = await weakPasswordsTable.find(db, { realm_id: user.realm_id, user_id: user.id })
  return row !== undefined && row.password_hash === user.password_hash
}

/** Nobody could sign in with the weak password, so there are no sessions to end, and the API key stays. */
export async function replaceWeakPassword(chat: ChatPlatform, user: User, password: string): Promise<User> {
  checkNewPassword(password)
  const passwordHash = await hashPassword(password)
  return chat.transact(user.realm_id, async (transaction) => {
    const { db } = transaction
    const now = await requireUnchanged(db, user)
    await usersTable.update(db, now, { password_hash: passwordHash })
    await weakPasswordsTable.remove(db, { realm_id: now.realm_id, user_id: now.id })
    transaction.announce(keyChanged(now))
    await recordAccount(transaction, now, 'password_changed', { actorId: now.id })
    return { ...now, password_hash: passwordHash }
  })
}
