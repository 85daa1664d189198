import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import { isMemoryCurrent } from '../../platform/events/transact.ts'
import type { ChatFollower, ChatTransaction, Db } from '../chat-platform.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../identity/users/reader-key.ts'
import type { People } from '../people/people.ts'
import { loadReceptions, loadReceptionsOf, type Receptions } from './recipients/receptions.ts'
import type { Stream } from './stream.ts'
import { findStream, findStreamByKey, findStreamName, streamIdKey, streamKey } from './stream-store.ts'
import { listSubscribersAmong } from './subscriptions/subscription-store.ts'

const STREAMS = 50_000

const ENTRIES = 50_000

/** Streams, and who receives their messages. */
export interface Streams extends People {
  readonly streamsByName: StreamCache
  readonly streamsById: StreamCache
  readonly streamNames: StreamNames
  readonly receptions: ReceptionCache
}

export function createStreams(people: People): Streams {
  const { database, follower, config } = people
  return {
    ...people,
    streamsByName: createStreamCache(database.read, follower, config, findStreamByKey, (stream) =>
      streamKey(stream.realm_id, stream.name),
    ),
    streamsById: createStreamCache(
      database.read,
      follower,
      config,
      (db, key) => findStream(db, ...readerOf(key as ReaderKey)),
      (stream) => streamIdKey(stream.realm_id, stream.id),
    ),
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

/** By `streamKey` or `streamIdKey`. Needed for every message to a stream. */
type StreamCache = Cache<string, Stream>

/** What changes a stream. A cached one includes whether it is a default stream, and its first message. */
const streamEvents = ['stream', 'default_streams', 'delete_message', 'update_message'] as const

function createStreamCache(
  db: Db,
  follower: ChatFollower,
  limits: CacheLimits,
  find: (db: Db, key: string) => Promise<Stream | undefined>,
  keyOf: (stream: { realm_id: number; id: number; name: string }) => string,
): StreamCache {
  const cache: StreamCache = new Cache({
    entries: entriesWithin(limits, STREAMS),
    load: oneByOne((key) => find(db, key)),
    groupOf: (_key, stream) => stream.realm_id,
  })
  follower.on(['stream', 'default_streams'], ({ tenant }) => cache.invalidateGroup(tenant))
  follower.on('message', ({ tenant, payload }) => {
    const { display_recipient: name, stream_id: id } = payload.message.view
    if (typeof name !== 'string' || typeof id !== 'number') return
    // Only the first message of a stream changes it.
    const key = keyOf({ realm_id: tenant, id, name })
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

/** The stream as it is in this transaction: from memory, unless the batch has changed one or memory is behind. */
export async function findStreamWithin(
  chat: Streams,
  transaction: ChatTransaction,
  name: string | number,
): Promise<Stream | undefined> {
  const { db, tenant } = transaction
  const isById = typeof name === 'number'
  const key = isById ? streamIdKey(tenant, name) : streamKey(tenant, name)
  if (isMemoryCurrent(chat.follower, transaction, streamEvents)) {
    return (isById ? chat.streamsById : chat.streamsByName).get(key)
  }
  return isById ? findStream(db, tenant, name) : findStreamByKey(db, key)
}

/** What changes what people receive. A new conversation does, too, but nobody knows its messages before the commit. */
const receptionEvents = ['subscription', 'stream', 'update_message'] as const

/** What a person receives in this transaction, from at least these recipients. */
export async function receptionsWithin(
  chat: Streams,
  transaction: ChatTransaction,
  userId: number,
  recipientIds: readonly number[],
): Promise<Receptions> {
  const { db, tenant } = transaction
  if (isMemoryCurrent(chat.follower, transaction, receptionEvents)) {
    return chat.receptions.require(readerKey(tenant, userId))
  }
  return loadReceptionsOf(db, tenant, userId, [...new Set(recipientIds)])
}

/** More people than this are looked up by a query: each costs memory for everything that they receive. */
const MAX_LOOKED_UP_IN_MEMORY = 20

/** Called before a transaction that asks `listSubscribersWithin`: everybody else's writes wait for it. */
export async function loadSubscribers(
  chat: Streams,
  realmId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length > MAX_LOOKED_UP_IN_MEMORY) return
  await chat.receptions.getMany(userIds.map((id) => readerKey(realmId, id)))
}

/** Which of these people are subscribed to the stream in this transaction, by id. */
export async function listSubscribersWithin(
  chat: Streams,
  transaction: ChatTransaction,
  stream: Pick<Stream, 'id' | 'recipient_id'>,
  userIds: readonly number[],
): Promise<number[]> {
  const { db, tenant } = transaction
  const isSmall = userIds.length <= MAX_LOOKED_UP_IN_MEMORY
  if (!isSmall || !isMemoryCurrent(chat.follower, transaction, receptionEvents)) {
    return listSubscribersAmong(db, tenant, stream.id, userIds)
  }
  const receptions = await chat.receptions.getMany(userIds.map((id) => readerKey(tenant, id)))
  const isSubscribed = (id: number) =>
    receptions.get(readerKey(tenant, id))?.get(stream.recipient_id)?.current !== undefined
  return [...new Set(userIds)].filter(isSubscribed).sort((one, other) => one - other)
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
