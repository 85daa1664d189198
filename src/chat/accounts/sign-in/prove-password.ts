import { verifyPassword } from '../../../platform/hash-password.ts'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import type { Chat } from '../../chat.ts'
import { badRequest, missingArgument } from '../../chat-error.ts'
import type { Session } from '../../identity/sessions/session.ts'
import {
  attemptKey,
  forgetFailedAttempts,
  noteFailedAttempt,
  refuseTooManyAttempts,
} from '../../identity/sessions/sign-in-limits.ts'
import type { User } from '../../identity/users/user.ts'

/** What somebody gives who is asked for their password while they are signed in. */
export interface Proof {
  password: string | undefined
  /** where it comes from */
  address: string
  /** undefined: they came with their key */
  session: Session | undefined
}

/**
 * For what outlives a session: whoever has stolen one, or a key, does not have the password and must not find
 * it out here. Each session has attempts of its own, so that nobody elsewhere can use them up.
 */
export async function provePassword(chat: Chat, user: User, proof: Proof): Promise<void> {
  const { password = '', address, session } = proof
  const device = session ? `session ${session.id}` : `key ${user.api_key_hash}`
  const attempt = { realmId: user.realm_id, account: user.email, address, device }
  await runExclusive(attemptKey(attempt), async () => {
    await refuseTooManyAttempts(chat, attempt)
    if (!(await verifyPassword(user.password_hash, password))) {
      await noteFailedAttempt(chat, attempt, 'wrong old password')
      throw badRequest('Wrong password!')
    }
    await forgetFailedAttempts(chat, attempt)
  })
}

/** The same, except that an account without a password has nothing to prove: whoever acts for it has its key. */
export async function provePasswordIfAny(
  chat: Chat,
  user: User,
  proof: Proof,
  argument: string,
): Promise<void> {
  if (user.password_hash === null) return
  if (proof.password === undefined) throw missingArgument(argument)
  await provePassword(chat, user, proof)
}
