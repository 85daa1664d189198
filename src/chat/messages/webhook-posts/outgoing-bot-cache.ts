import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { loadOutgoingBots, type OutgoingBots } from './webhook-post-store.ts'

/** By organization: the bots that have a service. Checked for every message. */
export type OutgoingBotCache = Cache<number, OutgoingBots>

export function createOutgoingBotCache(
  db: Db,
  follower: ChatFollower,
  limits: CacheLimits,
): OutgoingBotCache {
  const cache: OutgoingBotCache = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => loadOutgoingBots(db, realmId)),
  })
  follower.on(['realm_user', 'realm_bot'], ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
