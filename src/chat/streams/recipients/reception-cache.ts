import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../../identity/users/reader-key.ts'
import { loadReceptions, type Receptions } from './receptions.ts'

/** Cached, because every request for messages needs them, and they rarely change. */
export type ReceptionCache = Cache<ReaderKey, Receptions>

const ENTRIES = 50_000

export function createReceptionCache(db: Db, follower: ChatFollower, limits: CacheLimits): ReceptionCache {
  const receptions: ReceptionCache = new Cache({
    entries: entriesWithin(limits, ENTRIES),
    groupOf: realmOfReader,
    load: oneByOne((key) => loadReceptions(db, ...readerOf(key))),
  })
  follower.on('subscription', ({ tenant, audience }) => {
    for (const userId of audience.users ?? []) receptions.invalidate(readerKey(tenant, userId))
  })
  // A private conversation starts with its first message.
  follower.on('message', ({ tenant, audience, payload }) => {
    const { recipient_id: recipientId } = payload.message.view
    for (const userId of audience.users ?? []) {
      const key = readerKey(tenant, userId)
      if (!receptions.peek(key)?.has(recipientId)) receptions.invalidate(key)
    }
  })
  // A stream became private or public.
  follower.on('stream', ({ tenant, payload }) => {
    if (payload.op === 'update' && payload.property === 'invite_only') receptions.invalidateGroup(tenant)
  })
  // Messages that were moved to a stream: its subscribers received them.
  follower.on('update_message', ({ tenant, payload }) => {
    if (payload.new_stream_id !== undefined) receptions.invalidateGroup(tenant)
  })
  follower.onSkip((tenant) => receptions.invalidateGroup(tenant))
  return receptions
}
