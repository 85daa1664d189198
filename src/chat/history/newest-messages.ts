import { setTimeout as sleep } from 'node:timers/promises'
import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSequence } from '../../platform/database/sequence-store.ts'
import { readHead } from '../../platform/events/event-store.ts'
import type { ChatFollower } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'

/**
 * By organization: its newest message whose event this server has seen; 0: none. Pages end there. So caches and queries
 * agree on what exists, although the database may show a message just before its event arrives. And a page never has a
 * message without all earlier ones.
 */
export type NewestMessages = Cache<number, number>

const REALMS = 10_000
/** How long to wait before looking again whether the events of committed messages have arrived. */
const EVENT_DELAY_MS = 2

export function createNewestMessages(
  { read }: Database<ChatTables>,
  follower: ChatFollower,
  limits: CacheLimits,
): NewestMessages {
  const cache: NewestMessages = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne(async (realmId) => {
      const newest = await readSequence(read, realmId, 'messages')
      // Read second: the events up to here include those of all messages up to `newest`.
      const head = await readHead(read, realmId)
      await follower.catchUp(realmId)
      while (follower.seen(realmId) < head) await sleep(EVENT_DELAY_MS)
      return newest
    }),
  })
  follower.on('message', ({ tenant, payload }) => cache.set(tenant, payload.message.view.id))
  follower.onSkip((tenant) => cache.invalidate(tenant))
  return cache
}
