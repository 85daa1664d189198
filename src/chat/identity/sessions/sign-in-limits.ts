import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { Budget } from '../../../platform/limits/rate-limiter.ts'
import { tooMany } from '../../chat-error.ts'
import type { Identity } from '../identity.ts'

/** Failed attempts within the window. */
const PER_ACCOUNT = 5
/** Enough for an office behind one address, too few to try common passwords on many accounts. */
const PER_ADDRESS = 50
/** Password reset mails within the window. */
const RESETS_PER_ACCOUNT = 5
const RESETS_PER_ADDRESS = 20
/** Failed lookups of keys and cookies per minute. */
const WRONG_CREDENTIALS = 30

/** The maximum length of an email address. Longer ones match no account and would only fill memory. */
const MAX_ACCOUNT_LENGTH = 255

export interface Account {
  realmId: number
  /** email address as typed */
  account: string
}

export interface Attempt extends Account {
  address: string
  /** a device the account has signed in from before; undefined: an unknown device */
  device?: string
}

export const accountKey = ({ realmId, account }: Account) =>
  `account ${realmId}:${account.trim().toLowerCase().slice(0, MAX_ACCOUNT_LENGTH)}`
/** Each device has its own budget, which others cannot exhaust. */
export const attemptKey = (attempt: Attempt) =>
  attempt.device === undefined ? accountKey(attempt) : `${accountKey(attempt)} on ${attempt.device}`
export const addressKey = ({ address }: Pick<Attempt, 'address'>) => `address ${networkOf(address)}`

const lookAtOwn = ({ signInLimiter }: Identity, attempt: Attempt) =>
  signInLimiter.peek(attemptKey(attempt), PER_ACCOUNT)

/** Whether a device may try again, regardless of attempts elsewhere. */
export const mayDeviceTry = async (chat: Identity, attempt: Attempt) =>
  (await lookAtOwn(chat, attempt)).allowed

/** Checks, before any password is verified, whether this account, device or IP address has failed too often. */
export async function refuseTooManyAttempts(chat: Identity, attempt: Attempt): Promise<void> {
  const { signInLimiter, log } = chat
  const isStranger = attempt.device === undefined
  const exceeded = [
    ...(isStranger ? [await signInLimiter.peek(addressKey(attempt), PER_ADDRESS)] : []),
    await lookAtOwn(chat, attempt),
  ].find((budget) => !budget.allowed)
  if (!exceeded) return
  log.warn(describe(attempt), 'sign-in refused: too many failed attempts')
  throw tooMany(exceeded)
}

export async function noteFailedAttempt(
  { signInLimiter, log }: Identity,
  attempt: Attempt,
  reason: string,
): Promise<void> {
  log.warn({ ...describe(attempt), reason }, 'sign-in refused')
  const isLocked = ({ remaining }: Budget) => remaining === 0
  if (isLocked(await signInLimiter.take(attemptKey(attempt), PER_ACCOUNT))) {
    const what = attempt.device === undefined ? 'account' : 'device'
    log.warn(describe(attempt), `${what} locked for sign-in by password`)
  }
  if (isLocked(await signInLimiter.take(addressKey(attempt), PER_ADDRESS))) {
    log.warn(describe(attempt), 'address locked for sign-in by password')
  }
}

/**
 * Tries a password of an entry of a directory, which has several names: its login, its addresses, and all spellings that
 * the directory takes for the same. So it has attempts of its own, besides those of what was typed.
 */
export async function tryEntry(
  { signInLimiter, log }: Identity,
  attempt: Attempt,
  entry: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const key = attemptKey({ ...attempt, account: entry })
  const budget = await signInLimiter.take(key, PER_ACCOUNT)
  if (!budget.allowed) {
    log.warn(describe(attempt), 'sign-in refused: too many failed attempts for an entry of the directory')
    throw tooMany(budget)
  }
  if (!(await isRight())) return false
  await signInLimiter.reset(key)
  return true
}

/**
 * Does not reset the address: one correct password must not excuse an attacker's other attempts. On a known device it
 * resets only that device's failures.
 */
export const resetFailedAttempts = ({ signInLimiter }: Identity, attempt: Attempt) =>
  signInLimiter.reset(attemptKey(attempt))

const describe = ({ realmId, account, address }: Attempt) => ({
  realmId,
  account: account.slice(0, MAX_ACCOUNT_LENGTH),
  address,
})

const wrongKey = (address: string) => `wrong credentials ${networkOf(address)}`

/**
 * Looks up a key or cookie that is not known to be valid; undefined: it is wrong. After too many wrong ones, an address
 * is told 429 for further wrong ones, and its unknown credentials are looked up one at a time. A right one is always
 * served: an office may share one address, and one broken script must not lock out colleagues whom this server has not
 * seen since it started.
 */
export async function checkCredentials<Found>(
  chat: Identity,
  { address, account }: { address: string; account: string },
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const key = wrongKey(address)
  const budget = await chat.rateLimiter.peek(key, WRONG_CREDENTIALS)
  const found = await (budget.allowed ? look() : runExclusive(key, look))
  if (found) return found
  if (!budget.allowed) throw tooMany(budget)
  await noteWrongCredentials(chat, address, account)
  return undefined
}

async function noteWrongCredentials(
  { rateLimiter, log }: Identity,
  address: string,
  account: string,
): Promise<void> {
  const about = { account: account.slice(0, MAX_ACCOUNT_LENGTH), address }
  log.warn(about, 'wrong credentials')
  if ((await rateLimiter.take(wrongKey(address), WRONG_CREDENTIALS)).remaining === 0) {
    log.warn(about, 'address locked for wrong credentials')
  }
}

/** Each request sends mail. A client that is refused does not use up the budget of an account. */
export async function limitResetRequests({ mailLimiter, log }: Identity, attempt: Attempt): Promise<void> {
  const client = await mailLimiter.take(`reset from ${networkOf(attempt.address)}`, RESETS_PER_ADDRESS)
  const budget = client.allowed
    ? await mailLimiter.take(`reset of ${accountKey(attempt)}`, RESETS_PER_ACCOUNT)
    : client
  if (budget.allowed) return
  log.warn(describe(attempt), 'password reset refused: too many requests')
  throw tooMany(budget)
}

/** Each lookup may compute a hash. */
export async function limitResetLookups({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`resets ${networkOf(address)}`, WRONG_CREDENTIALS)
  if (!budget.allowed) throw tooMany(budget)
}
