import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import { loadMembers, type Members } from './members.ts'

/** By organization. */
export type MemberCache = Cache<number, Members>

export function createMemberCache(db: Db, follower: ChatFollower, limits: CacheLimits): MemberCache {
  const cache: MemberCache = new Cache({
    entries: entriesWithin(limits, 100),
    load: oneByOne((realmId) => loadMembers(db, realmId)),
  })
  // Not on `user_settings`: member lists do not contain them, and large organizations are slow to load.
  follower.on(['realm_user', 'realm_bot', 'key_changed', 'custom_profile_fields'], ({ tenant }) =>
    cache.invalidate(tenant),
  )
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
