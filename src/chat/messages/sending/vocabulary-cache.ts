import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { loadVocabulary, type Vocabulary } from './vocabulary.ts'

/** By organization. Needed to render a message. */
export type VocabularyCache = Cache<number, Vocabulary>

export function createVocabularyCache(db: Db, follower: ChatFollower, limits: CacheLimits): VocabularyCache {
  const cache: VocabularyCache = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => loadVocabulary(db, realmId)),
  })
  follower.on(['realm_linkifiers', 'realm_emoji', 'user_group'], ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
