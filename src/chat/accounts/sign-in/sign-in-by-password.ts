import { verifyPassword } from '../../../platform/hash-password.ts'
import { runExclusive } from '../../../platform/run-exclusive.ts'
import type { Chat } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import {
  type Attempt,
  addressKey,
  attemptKey,
  forgetFailedAttempts,
  mayDeviceTry,
  noteFailedAttempt,
  refuseTooManyAttempts,
} from '../../identity/sessions/sign-in-limits.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { findKnownDevice } from './known-device.ts'
import { accountDisabled, organizationDeactivated, wrongPassword } from './sign-in-refusal.ts'

export interface PasswordSignIn {
  username: string
  password: string
  /** where it comes from */
  address: string
  /** the header in which a browser tells them */
  cookies: string | undefined
}

/** The person with this password. Nothing tells an unknown account from a wrong password, not even the time. */
export async function signInByPassword(
  chat: Chat,
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
  // One after the other: a hundred attempts at once must not all be looked at before the first has failed.
  return runExclusive(addressKey(attempt), async () => {
    const user = device && (await tryOnDevice(chat, { ...attempt, device }, password))
    return user || runExclusive(attemptKey(attempt), () => tryPassword(chat, attempt, password))
  })
}

/** Undefined when the device has used up its own attempts: then it has those of a stranger, and no more. */
function tryOnDevice(chat: Chat, attempt: Attempt, password: string): Promise<User | undefined> {
  return runExclusive(attemptKey(attempt), async () =>
    (await mayDeviceTry(chat, attempt)) ? tryPassword(chat, attempt, password) : undefined,
  )
}

async function tryPassword(chat: Chat, attempt: Attempt, password: string): Promise<User> {
  await refuseTooManyAttempts(chat, attempt)
  const user = await findUserByEmail(chat.database.read, attempt.realmId, attempt.account)
  // Programs have keys.
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
  await forgetFailedAttempts(chat, attempt)
  return user
}
