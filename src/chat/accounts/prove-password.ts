import { secondsOf } from '../../platform/clock.ts'
import { runExclusive } from '../../platform/concurrency/run-exclusive.ts'
import { verifyPassword } from '../../platform/secrets/hash-password.ts'
import { badRequest, missingArgument } from '../chat-error.ts'
import { hasPassword } from '../identity/directories/has-password.ts'
import type { Identity } from '../identity/identity.ts'
import type { Session } from '../identity/sessions/session.ts'
import {
  attemptKey,
  noteFailedAttempt,
  refuseTooManyAttempts,
  resetFailedAttempts,
} from '../identity/sessions/sign-in-limits.ts'
import type { User } from '../identity/users/user.ts'
import { isDirectoryPassword } from './sign-in-by-ldap.ts'

/** The password that a signed-in user gives as proof. */
export interface Proof {
  password: string | undefined
  /** IP address */
  address: string
  /** undefined: authenticated by API key */
  session: Session | undefined
}

/**
 * Required for changes that outlive a session: a thief with a session or key does not have the password and must not
 * be able to guess it here. Each session has its own attempts, which others cannot exhaust.
 */
export async function provePassword(chat: Identity, user: User, proof: Proof): Promise<void> {
  const { password = '', address, session } = proof
  const device = session ? `session ${session.id}` : `key ${user.api_key_hash}`
  const attempt = { realmId: user.realm_id, account: user.email, address, device }
  await runExclusive(attemptKey(attempt), async () => {
    await refuseTooManyAttempts(chat, attempt)
    const isRight =
      (await verifyPassword(user.password_hash, password)) ||
      (await isDirectoryPassword(chat, user, attempt, password))
    if (!isRight) {
      await noteFailedAttempt(chat, attempt, 'wrong old password')
      throw badRequest('Wrong password!')
    }
    await resetFailedAttempts(chat, attempt)
  })
}

/** As long after signing in, a session needs no other proof for a new API key. */
const FRESH_SECONDS = 600

/**
 * Whether the caller has just proved who they are: with the API key itself, as the family's programs do, or by signing
 * in. A thief of a key gains nothing by replacing it, and its owner gets it
 * back with the password; a thief of an older session would gain access that outlives the session.
 */
export const hasProvedThemselves = ({ clock }: Identity, session: Session | undefined) =>
  session === undefined || secondsOf(clock) - session.created_at < FRESH_SECONDS

/** The same, but an account without a password has nothing to prove: its API key suffices. */
export async function provePasswordIfAny(
  chat: Identity,
  user: User,
  proof: Proof,
  argument: string,
): Promise<void> {
  if (!(await hasPassword(chat.database.read, user))) return
  if (proof.password === undefined) throw missingArgument(argument)
  await provePassword(chat, user, proof)
}
