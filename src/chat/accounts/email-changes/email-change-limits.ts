import { networkOf } from '../../../platform/network-of.ts'
import type { Chat } from '../../chat.ts'
import { tooMany } from '../../chat-error.ts'
import type { User } from '../../identity/users/user.ts'

/** Within the window of the limits for signing in: half an hour. */
const REQUESTS_PER_ACCOUNT = 5
const LOOKS_PER_MINUTE = 30

/** Asking for another address sends mail to somebody who may never have heard of us. */
export async function limitEmailChanges({ signInLimiter, log }: Chat, user: User): Promise<void> {
  const budget = await signInLimiter.take(`email change of ${user.realm_id}:${user.id}`, REQUESTS_PER_ACCOUNT)
  if (budget.allowed) return
  log.warn({ realmId: user.realm_id, userId: user.id }, 'email change refused: too many requests')
  throw tooMany(budget)
}

/** Whoever follows a link needs no account, so only their address can be counted. */
export async function limitEmailChangeLooks({ rateLimiter }: Chat, address: string): Promise<void> {
  const budget = await rateLimiter.take(`email changes ${networkOf(address)}`, LOOKS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
}
