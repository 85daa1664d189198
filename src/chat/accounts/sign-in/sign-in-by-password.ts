import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { LdapFailure } from '../../../platform/outgoing/ldap-client.ts'
import { verifyPassword } from '../../../platform/secrets/hash-password.ts'
import { badRequest } from '../../chat-error.ts'
import { recordRefusedSignIn } from '../../identity/audit/record-sign-in.ts'
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
import type { Messages } from '../../messages/messages.ts'
import { directoryUnavailable, signInByLdap } from '../sign-in-by-ldap.ts'
import {
  findConfirmedFactor,
  twoFactorRequired,
  useSecondFactor,
  wrongSecondFactor,
} from '../two-factor/use-second-factor.ts'
import { findKnownDevice } from './known-device.ts'
import { hasWeakPassword, newPasswordRequired, replaceWeakPassword } from './replace-weak-password.ts'
import { accountDisabled, organizationDeactivated, wrongPassword } from './sign-in-refusal.ts'

export interface PasswordSignIn {
  username: string
  password: string
  /** of the second factor */
  code: string | undefined
  /** replaces a weak one */
  newPassword: string | undefined
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
  chat: Messages,
  realm: Realm | undefined,
  { username, password, code, newPassword, address, cookies }: PasswordSignIn,
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
    const given = { password, code, newPassword }
    const user = device && (await tryOnDevice(chat, { ...attempt, device }, given))
    return user || runExclusive(attemptKey(attempt), () => tryPassword(chat, attempt, given))
  })
}

type Given = Pick<PasswordSignIn, 'password' | 'code' | 'newPassword'>

/** Returns undefined if the device has used up its own attempts: it then only has those of an unknown device. */
function tryOnDevice(chat: Messages, attempt: Attempt, given: Given): Promise<User | undefined> {
  return runExclusive(attemptKey(attempt), async () =>
    (await mayDeviceTry(chat, attempt)) ? tryPassword(chat, attempt, given) : undefined,
  )
}

async function tryPassword(chat: Messages, attempt: Attempt, given: Given): Promise<User> {
  const { password, code, newPassword } = given
  await refuseTooManyAttempts(chat, attempt)
  const local = await findUserByEmail(chat.database.read, attempt.realmId, attempt.account)
  // Bots sign in with API keys.
  const isPerson = local !== undefined && !isBot(local)
  const isRight = await verifyPassword(isPerson ? local.password_hash : null, password)
  const user = isPerson && isRight ? local : await tryDirectory(chat, attempt, local, password)
  if (!user) {
    if (isPerson) recordRefusedSignIn(chat, local, 'wrong password')
    await noteFailedAttempt(chat, attempt, 'incorrect_creds')
    throw wrongPassword()
  }
  if (!user.is_active) {
    recordRefusedSignIn(chat, user, 'deactivated')
    await noteFailedAttempt(chat, attempt, 'user disable')
    throw accountDisabled('USER_DEACTIVATED')
  }
  // The directory decides about its own passwords.
  const isWeak = isRight && (await hasWeakPassword(chat.database.read, user))
  if (isWeak && newPassword === undefined) throw newPasswordRequired()
  await proveSecondFactor(chat, attempt, user, code)
  await resetFailedAttempts(chat, attempt)
  return isWeak ? replaceWeakPassword(chat, user, newPassword!) : user
}

/** The password may be that of the company's directory. While the directory is away, wrong passwords count, too. */
async function tryDirectory(
  chat: Messages,
  attempt: Attempt,
  local: User | undefined,
  password: string,
): Promise<User | undefined> {
  if (local && isBot(local)) return undefined
  try {
    const realm = await chat.realmsById.require(attempt.realmId)
    return await signInByLdap(chat, realm, attempt, password)
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error
    await noteFailedAttempt(chat, attempt, `the LDAP directory does not respond: ${error.message}`)
    throw directoryUnavailable()
  }
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
  recordRefusedSignIn(chat, user, 'wrong second factor')
  await noteFailedAttempt(chat, attempt, 'incorrect_code')
  throw wrongSecondFactor()
}
