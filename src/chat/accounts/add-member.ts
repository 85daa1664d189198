import { hashPassword } from '../../platform/hash-password.ts'
import type { Chat } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { checkEmail, checkFullName, createUser } from './create-user.ts'
import { checkNewPassword } from './sign-in/check-new-password.ts'

/** An administrator makes an account for somebody, without an invitation. */
export async function addMember(
  chat: Chat,
  { realm }: Actor,
  input: { email: string; fullName: string; password: string },
): Promise<number> {
  // All of it is cheaper than a hash.
  checkFullName(input.fullName)
  checkEmail(input.email)
  checkNewPassword(input.password)
  const passwordHash = await hashPassword(input.password)
  const { user } = await createUser(chat, realm, {
    email: input.email,
    fullName: input.fullName,
    passwordHash,
  })
  return user.id
}
