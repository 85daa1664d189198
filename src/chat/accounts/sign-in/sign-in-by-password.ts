import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { verifyPassword } from '../../../platform/secrets/hash-password.ts'
import { badRequest } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import {
  type Attempt,
  addressKey,
  attemptKey,
  mayDeviceTry,
  noteFailedAttempt,
  refuseTooManyAttempts,
  resetFailedAttempts,
} from '../../identity/sessions/sign-in-limits.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import {
  findConfirmedFactor,
  twoFactorRequired,
  useSecondFactor,
  wrongSecondFactor,
} from '../two-factor/use-second-factor.ts'
import { findKnownDevice } from './known-device.ts'
import { accountDisabled, organizationDeactivated, wrongPassword } from './sign-in-refusal.ts'

export interface PasswordSignIn {
  username: string
  password: string
  /** of the second factor */
  code: string | undefined
  /** IP address */
  address: string
  /** the Cookie header of a browser */
  cookies: string | undefined
}

/**
 * Returns the person with this password and, if the account has one, this second factor. An unknown account and a wrong
 * password are indistinguishable, even by timing.
 */
export async function signInByPassword(
  chat: Identity,
  realm: Realm | undefined,
  { username, password, code, address, cookies }: PasswordSignIn,
): Promise<User> {
  if (!realm) throw badRequest('Invalid subdomain')
  if (realm.deactivated) {
    chat.log.warn({ realmId: realm.id, account: username.slice(0, 255), address }, 'sign-in refused')
    throw organizationDeactivated('REALM_DEACTIVATED')
  }
  const attempt = { realmId: realm.id, account: username, address }
  const device = findKnownDevice(chat, attempt, cookies)
  // One at a time, so that a burst of attempts cannot pass before the first one fails.
  return runExclusive(addressKey(attempt), async () => {
    const given = { password, code }
    const user = device && (await tryOnDevice(chat, { ...attempt, device }, given))
    return user || runExclusive(attemptKey(attempt), () => tryPassword(chat, attempt, given))
  })
}

type Given = Pick<PasswordSignIn, 'password' | 'code'>

/** Returns undefined if the device has used up its own attempts: it then only has those of an unknown device. */
function tryOnDevice(chat: Identity, attempt: Attempt, given: Given): Promise<User | undefined> {
  return runExclusive(attemptKey(attempt), async () =>
    (await mayDeviceTry(chat, attempt)) ? tryPassword(chat, attempt, given) : undefined,
  )
}

async function tryPassword(chat: Identity, attempt: Attempt, { password, code }: Given): Promise<User> {
  await refuseTooManyAttempts(chat, attempt)
  const user = await findUserByEmail(chat.database.read, attempt.realmId, attempt.account)
  // Bots sign in with API keys.
  const isPerson = user !== undefined && !isBot(user)
  const isRight = await verifyPassword(isPerson ? user.password_hash : null, password)
  if (!isPerson || !isRight) {
    await noteFailedAttempt(chat, attempt, 'incorrect_creds')
    throw wrongPassword()
  }
  if (!user.is_active) {
    await noteFailedAttempt(chat, attempt, 'user disable')
    throw accountDisabled('USER_DEACTIVATED')
  }
  await proveSecondFactor(chat, attempt, user, code)
  await resetFailedAttempts(chat, attempt)
  return user
}

/** Wrong codes count like wrong passwords: a thief who has the password cannot guess them. */
async function proveSecondFactor(
  chat: Identity,
  attempt: Attempt,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!(await findConfirmedFactor(chat.database.read, user))) return
  if (!code) throw twoFactorRequired()
  if (await useSecondFactor(chat, user, code)) return
  await noteFailedAttempt(chat, attempt, 'incorrect_code')
  throw wrongSecondFactor()
}
