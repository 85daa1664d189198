import { verifyPassword } from '../../../platform/hash-password.ts'
import { runExclusive } from '../../../platform/run-exclusive.ts'
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
import { findKnownDevice } from './known-device.ts'
import { accountDisabled, organizationDeactivated, wrongPassword } from './sign-in-refusal.ts'

export interface PasswordSignIn {
  username: string
  password: string
  /** IP address */
  address: string
  /** the Cookie header of a browser */
  cookies: string | undefined
}

/**
 * Returns the person with this password. An unknown account and a wrong password are indistinguishable, even by
 * timing.
 */
export async function signInByPassword(
  chat: Identity,
  realm: Realm | undefined,
  { username, password, address, cookies }: PasswordSignIn,
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
    const user = device && (await tryOnDevice(chat, { ...attempt, device }, password))
    return user || runExclusive(attemptKey(attempt), () => tryPassword(chat, attempt, password))
  })
}

/** Returns undefined if the device has used up its own attempts: it then only has those of an unknown device. */
function tryOnDevice(chat: Identity, attempt: Attempt, password: string): Promise<User | undefined> {
  return runExclusive(attemptKey(attempt), async () =>
    (await mayDeviceTry(chat, attempt)) ? tryPassword(chat, attempt, password) : undefined,
  )
}

async function tryPassword(chat: Identity, attempt: Attempt, password: string): Promise<User> {
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
  await resetFailedAttempts(chat, attempt)
  return user
}
