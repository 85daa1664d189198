import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/caches/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { listRealmEmoji } from '../../markdown/custom-emoji/realm-emoji-store.ts'
import { linkifiersTable } from '../../markdown/linkifiers/linkifiers-table.ts'
import type { Linkifier, MarkdownContext } from '../../markdown/markdown-context.ts'
import { userGroupsTable } from '../../people/user-groups/user-groups-table.ts'

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

/** What messages of one organization can use beyond plain Markdown. */
type Vocabulary = Pick<MarkdownContext, 'linkifiers' | 'emoji' | 'groups'>

async function loadVocabulary(db: Db, realmId: number): Promise<Vocabulary> {
  const emoji = (await listRealmEmoji(db, realmId)).filter((row) => row.deactivated === 0)
  const groups = (await userGroupsTable.list(db, { realm_id: realmId })).filter(
    (row) => row.deactivated === 0,
  )
  return {
    linkifiers: (await linkifiersTable.list(db, { realm_id: realmId })).map(
      (row): Linkifier => ({ pattern: row.pattern, urlTemplate: row.url_template }),
    ),
    emoji: new Map(emoji.map((row) => [row.name, { id: String(row.id), sourceUrl: row.source_url }])),
    groups: new Map(groups.map((row) => [row.name_key, { id: row.id, name: row.name }])),
  }
}
