import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { CredentialsCache } from './calls/credentials-cache.ts'
import {
  createRealmsByHost,
  createRealmsById,
  type RealmsByHost,
  type RealmsById,
} from './realms/realm-cache.ts'
import { createSessionCache, type SessionCache } from './sessions/session-cache.ts'
import { createUsersByKeyHash, UsersById, type UsersByKeyHash } from './users/user-cache.ts'

/** Window of the sign-in rate limits. */
const SIGN_IN_WINDOW_SECONDS = 1800

/** Who is calling, and for which organization. */
export interface Identity extends ChatPlatform {
  readonly realmsByHost: RealmsByHost
  readonly realmsById: RealmsById
  readonly usersById: UsersById
  readonly usersByKeyHash: UsersByKeyHash
  readonly sessionsByHash: SessionCache
  readonly credentials: CredentialsCache
  readonly rateLimiter: RateLimiter
  /** limits sign-in attempts, over a longer window */
  readonly signInLimiter: RateLimiter
  /**
   * limits mails that anybody can ask for, over the same window. Apart from sign-ins, since a request names any address
   * and costs little: many of them would evict the counters of failed sign-ins.
   */
  readonly mailLimiter: RateLimiter
}

export function createIdentity(
  platform: ChatPlatform,
  openLimiter: (name: string, windowSeconds?: number) => RateLimiter,
): Identity {
  const { database, follower, config, secrets } = platform
  return {
    ...platform,
    realmsByHost: createRealmsByHost(database.read, follower, config),
    realmsById: createRealmsById(database.read, follower, config),
    usersById: new UsersById(database.read, follower, config),
    usersByKeyHash: createUsersByKeyHash(database.read, follower, config),
    sessionsByHash: createSessionCache(database.read, follower, config),
    credentials: new CredentialsCache(secrets, config),
    rateLimiter: openLimiter('chat'),
    signInLimiter: openLimiter('sign-in', SIGN_IN_WINDOW_SECONDS),
    mailLimiter: openLimiter('mail', SIGN_IN_WINDOW_SECONDS),
  }
}
