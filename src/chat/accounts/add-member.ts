import { hashPassword } from '../../platform/hash-password.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { checkEmail, checkFullName, createUser } from './create-user.ts'
import { checkEmailDomain } from './domains/check-email-domain.ts'
import { checkNewPassword } from './sign-in/check-new-password.ts'

/** An administrator creates an account for a person, without an invitation. */
export async function addMember(
  chat: Messages,
  { realm }: Actor,
  input: { email: string; fullName: string; password: string },
): Promise<number> {
  // These checks are cheaper than hashing the password.
  checkFullName(input.fullName)
  checkEmail(input.email)
  checkNewPassword(input.password)
  await checkEmailDomain(chat.database.read, realm, input.email)
  const passwordHash = await hashPassword(input.password)
  const { user } = await createUser(chat, realm, {
    email: input.email,
    fullName: input.fullName,
    passwordHash,
  })
  return user.id
}
