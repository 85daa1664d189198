import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { TelephonyDb, TelephonyFollower } from '../telephony-platform.ts'
import type { ApiKey } from './api-key.ts'
import { findApiKeyByHash } from './api-key-store.ts'

/** By the hash of the key. Unknown keys are not cached, since anybody could fill the cache with them. */
export type ApiKeyCache = Cache<string, ApiKey>

export function createApiKeyCache(
  db: TelephonyDb,
  follower: TelephonyFollower,
  limits: CacheLimits,
): ApiKeyCache {
  const cache: ApiKeyCache = new Cache({
    entries: entriesWithin(limits, 10_000),
    load: oneByOne((hash) => findApiKeyByHash(db, hash)),
    groupOf: (_hash, key) => key.company_id,
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'api_key') cache.invalidateGroup(tenant)
  })
  follower.onSkip((companyId) => cache.invalidateGroup(companyId))
  return cache
}
