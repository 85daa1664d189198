import { Cache, type CacheLimits, entriesWithin } from '../../platform/caches/cache.ts'
import type { ChatFollower } from '../chat-platform.ts'
import type { FoundMessage, MessageSearch, Place } from './message-search.ts'
import type { Condition, MessageColumn } from './narrows/condition.ts'

/**
 * Cached search results. New messages do not change them, because every search ends at a message that existed when it
 * ran. Moved and deleted messages invalidate them.
 */
export type FoundMessages = Cache<string, readonly FoundMessage[]>

const SEARCHES = 20_000
const BYTES = 32 * 2 ** 20
const MAX_LENGTH = 1000
const MAX_PLACES = 100

export function createFoundMessages(follower: ChatFollower, limits: CacheLimits): FoundMessages {
  const cache: FoundMessages = new Cache({
    entries: entriesWithin(limits, SEARCHES),
    bytes: BYTES,
    sizeOf: (found) => 300 + found.length * 40,
    groupOf: (key) => Number.parseInt(key, 10),
    load: async () => new Map(),
  })
  follower.on('delete_message', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.on('update_message', ({ tenant, payload }) => {
    if (payload.subject !== undefined || payload.new_stream_id !== undefined) cache.invalidateGroup(tenant)
  })
  follower.onSkip((tenant) => cache.invalidateGroup(tenant))
  return cache
}

/** undefined: the result depends on more than the messages themselves, or is too long to cache. */
export function searchKey(search: MessageSearch, places?: readonly Place[]): string | undefined {
  const { realmId, conditions, after, before, direction, limit } = search
  if (limit > MAX_LENGTH || (places && places.length > MAX_PLACES) || !conditions.every(isStable))
    return undefined
  // An empty list of places finds nothing; without a list, it finds messages anywhere.
  const where = places?.map(({ recipientId, from, to }) => `${recipientId}:${from}-${to}`) ?? 'anywhere'
  return `${realmId} ${JSON.stringify([direction, after, before, limit, where, conditions])}`
}

/** Depends only on where the message is and who sent it, not on its text, its reader, settings, or attached data. */
const isStable = (condition: Condition) =>
  condition.kind === 'column'
    ? stableColumns.has(condition.column)
    : condition.kind === 'topic' || condition.kind === 'topic prefix' || condition.kind === 'private'

const stableColumns: ReadonlySet<MessageColumn> = new Set(['id', 'recipient_id', 'sender_id'])
