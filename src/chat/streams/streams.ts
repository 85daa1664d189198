import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../identity/users/reader-key.ts'
import type { People } from '../people/people.ts'
import { loadReceptions, type Receptions } from './recipients/receptions.ts'
import type { Stream } from './stream.ts'
import { findStreamByKey, findStreamName, streamKey } from './stream-store.ts'

const STREAMS = 50_000

const ENTRIES = 50_000

/** Streams, and who receives their messages. */
export interface Streams extends People {
  readonly streamsByName: StreamsByName
  readonly streamNames: StreamNames
  readonly receptions: ReceptionCache
}

export function createStreams(people: People): Streams {
  const { database, follower, config } = people
  return {
    ...people,
    streamsByName: createStreamsByName(database.read, follower, config),
    streamNames: createStreamNames(database.read, follower, config),
    receptions: createReceptionCache(database.read, follower, config),
  }
}

/** Cached, because every request for messages needs them, and they rarely change. */
type ReceptionCache = Cache<ReaderKey, Receptions>

function createReceptionCache(db: Db, follower: ChatFollower, limits: CacheLimits): ReceptionCache {
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

/** By `streamKey`. Needed for every message to a stream. */
type StreamsByName = Cache<string, Stream>

function createStreamsByName(db: Db, follower: ChatFollower, limits: CacheLimits): StreamsByName {
  const cache: StreamsByName = new Cache({
    entries: entriesWithin(limits, STREAMS),
    load: oneByOne((key) => findStreamByKey(db, key)),
    groupOf: (_key, stream) => stream.realm_id,
  })
  // The cached stream includes whether it is a default stream.
  follower.on(['stream', 'default_streams'], ({ tenant }) => cache.invalidateGroup(tenant))
  follower.on('message', ({ tenant, payload }) => {
    const { display_recipient: name } = payload.message.view
    if (typeof name !== 'string') return
    // The cached stream includes its first message, so only the first one invalidates it.
    const key = streamKey(tenant, name)
    if (typeof cache.peek(key)?.first_message_id !== 'number') cache.invalidate(key)
  })
  follower.on('delete_message', ({ tenant, payload }) => {
    if (payload.message_type === 'stream') cache.invalidateGroup(tenant)
  })
  follower.on('update_message', ({ tenant, payload }) => {
    if (payload.new_stream_id !== undefined) cache.invalidateGroup(tenant)
  })
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}

/** By `streamIdKey`. Needed for every page of messages. */
type StreamNames = Cache<string, string>

function createStreamNames(db: Db, follower: ChatFollower, limits: CacheLimits): StreamNames {
  const cache: StreamNames = new Cache({
    entries: entriesWithin(limits, STREAMS),
    load: oneByOne((key) => findStreamName(db, key)),
    groupOf: (key) => Number.parseInt(key, 10),
  })
  follower.on('stream', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}
