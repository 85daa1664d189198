import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { loadMutings } from './muted-user-store.ts'

/** By organization: maps each muted user to the users who muted them. */
export type MutingCache = Cache<number, ReadonlyMap<number, readonly number[]>>

export function createMutingCache(db: Db, follower: ChatFollower, limits: CacheLimits): MutingCache {
  const cache: MutingCache = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => loadMutings(db, realmId)),
  })
  follower.on('muted_users', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
