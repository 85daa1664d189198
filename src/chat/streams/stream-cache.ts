import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/cache.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import type { Stream } from './stream.ts'
import { findStreamByKey, findStreamName, streamKey } from './stream-store.ts'

const STREAMS = 50_000

/** By `streamKey`. Needed for every message to a stream. */
export type StreamsByName = Cache<string, Stream>

export function createStreamsByName(db: Db, follower: ChatFollower, limits: CacheLimits): StreamsByName {
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
export type StreamNames = Cache<string, string>

export function createStreamNames(db: Db, follower: ChatFollower, limits: CacheLimits): StreamNames {
  const cache: StreamNames = new Cache({
    entries: entriesWithin(limits, STREAMS),
    load: oneByOne((key) => findStreamName(db, key)),
    groupOf: (key) => Number.parseInt(key, 10),
  })
  follower.on('stream', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}
