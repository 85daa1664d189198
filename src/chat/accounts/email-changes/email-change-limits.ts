import { networkOf } from '../../../platform/limits/network-of.ts'
import { tooMany } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import type { User } from '../../identity/users/user.ts'

/** Within the window of the sign-in limits: half an hour. */
const REQUESTS_PER_ACCOUNT = 5
const LOOKS_PER_MINUTE = 30

/** Each request sends mail to someone who may not know us. */
export async function limitEmailChanges({ signInLimiter, log }: Identity, user: User): Promise<void> {
  const budget = await signInLimiter.take(`email change of ${user.realm_id}:${user.id}`, REQUESTS_PER_ACCOUNT)
  if (budget.allowed) return
  log.warn({ realmId: user.realm_id, userId: user.id }, 'email change refused: too many requests')
  throw tooMany(budget)
}

/** Links can be opened without an account, so only the IP address can be limited. */
export async function limitEmailChangeLookups({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`email changes ${networkOf(address)}`, LOOKS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
}
