import { hashPassword, verifyPassword } from '../../platform/hash-password.ts'
import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { checkNewPassword } from '../sign-in/check-new-password.ts'
import { forgetFailedAttempts, noteFailedAttempt, refuseTooManyAttempts } from '../sign-in/sign-in-limits.ts'
import type { User } from '../users/user.ts'

/** Whoever has a key but not the password must not find it out here. Answers with the hash of the new one. */
export async function checkOldPassword(
  chat: Chat,
  user: User,
  passwords: { old: string; new: string; address: string },
): Promise<string> {
  const attempt = { realmId: user.realm_id, account: user.email, address: passwords.address }
  await refuseTooManyAttempts(chat, attempt)
  if (!(await verifyPassword(user.password_hash, passwords.old))) {
    await noteFailedAttempt(chat, attempt, 'wrong old password')
    throw badRequest('Wrong password!')
  }
  await forgetFailedAttempts(chat, attempt)
  checkNewPassword(passwords.new)
  return hashPassword(passwords.new)
}
