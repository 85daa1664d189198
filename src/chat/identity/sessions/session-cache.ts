import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import type { Session } from './session.ts'
import { findSessionByHash } from './session-store.ts'

/** By the hash of the cookie's token. Unknown tokens are not cached: unauthenticated clients could fill the cache. */
export type SessionCache = Cache<string, Session>

export function createSessionCache(db: Db, follower: ChatFollower, limits: CacheLimits): SessionCache {
  const cache: SessionCache = new Cache({
    entries: entriesWithin(limits, 50_000),
    load: oneByOne((hash) => findSessionByHash(db, hash)),
    groupOf: (_hash, session) => session.realm_id,
  })
  follower.on('sessions_ended', ({ payload }) => {
    for (const hash of payload.token_hashes) cache.invalidate(hash)
  })
  // A session refers to its owner by the hash of the API key.
  follower.on('key_changed', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}
