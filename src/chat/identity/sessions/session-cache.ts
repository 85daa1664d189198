import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat.ts'
import type { Session } from './session.ts'
import { findSessionByHash } from './session-store.ts'

/** By the hash of what their cookie holds. Unknown ones are not cached: strangers could fill it with them. */
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
  // A session finds its owner by the hash of the key.
  follower.on('key_changed', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}
