import type { Memoized } from '../../platform/memoize.ts'
import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { type ApiKeyCache, createApiKeyCache } from './api-key-cache.ts'
import { type CompanyCache, createCompanyCache } from './company-cache.ts'
import { type ContactCache, createContactCache } from './contact-cache.ts'
import { createKeyHashes } from './key-hashes.ts'
import { createKeyUse, type KeyUse } from './key-use.ts'
import type { PersonSessions } from './person-sessions.ts'

/** Who calls: companies, users and API keys. */
export interface Identity extends TelephonyPlatform {
  readonly companies: CompanyCache
  readonly contacts: ContactCache
  readonly apiKeys: ApiKeyCache
  readonly keyUse: KeyUse
  /** hashes of API keys, by the authorization header that carries the key */
  readonly keyHashes: Memoized<string | undefined>
  readonly rateLimiter: RateLimiter
  readonly personSessions: PersonSessions
}

export function createIdentity(
  platform: TelephonyPlatform,
  rateLimiter: RateLimiter,
  personSessions: PersonSessions,
): Identity {
  const { clock, config, database, follower, secrets, transact } = platform
  return {
    ...platform,
    companies: createCompanyCache(database.read, follower, config),
    contacts: createContactCache(database.read, follower, config),
    apiKeys: createApiKeyCache(database.read, follower, config),
    keyUse: createKeyUse(transact, clock),
    keyHashes: createKeyHashes(secrets, config),
    rateLimiter,
    personSessions,
  }
}
