import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { listAlertWords } from './alert-word-store.ts'
import { buildAlertMatcher } from './match-alert-words.ts'

/** By organization: returns the ids of the people whom a text alerts. */
export type AlertMatchers = Cache<number, (content: string) => number[]>

export function createAlertMatchers(db: Db, follower: ChatFollower, limits: CacheLimits): AlertMatchers {
  const cache: AlertMatchers = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne(async (realmId) => buildAlertMatcher(await listAlertWords(db, realmId))),
  })
  follower.on('alert_words', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
