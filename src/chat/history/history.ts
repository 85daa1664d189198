import { setTimeout as sleep } from 'node:timers/promises'
import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import { readSequence } from '../../platform/database/sequence-store.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../identity/users/reader-key.ts'
import { listNewestFlags } from '../messages/flags/message-flag-store.ts'
import type { MessageFlagsTable } from '../messages/flags/message-flags-table.ts'
import { loadReadRanges, type ReadRanges } from '../messages/flags/read-range-store.ts'
import type { Messages } from '../messages/messages.ts'
import { createFoundMessages, type FoundMessages } from './found-messages.ts'

const ENTRIES = 50_000

const BYTES = 80 * 2 ** 20

const FLAGS_PER_READER = 500

const REALMS = 10_000

/** How long to wait before looking again whether the events of committed messages have arrived. */
const EVENT_DELAY_MS = 2

/** Pages of messages, and what each reader has read. */
export interface History extends Messages {
  readonly newestMessages: NewestMessages
  readonly foundMessages: FoundMessages
  readonly readerStates: ReaderStates
}

export function createHistory(messages: Messages): History {
  const { database, follower, config } = messages
  return {
    ...messages,
    newestMessages: createNewestMessages(database, follower, config),
    foundMessages: createFoundMessages(follower, config),
    readerStates: createReaderStates(database.read, follower, config),
  }
}

/**
 * By organization: its newest message whose event this server has seen; 0: none. Pages end there. So caches and queries
 * agree on what exists, although the database may show a message just before its event arrives. And a page never has a
 * message without all earlier ones.
 */
type NewestMessages = Cache<number, number>

function createNewestMessages(
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

/** What a user has read, and the other flags of their newest flagged messages. */
interface ReaderState {
  readonly read: ReadRanges
  readonly flags: ReadonlyMap<number, MessageFlagsTable>
  /** Flags of messages below this id are not included. */
  readonly flagsFrom: number
}

type ReaderStates = Cache<ReaderKey, ReaderState>

function createReaderStates(db: Db, follower: ChatFollower, limits: CacheLimits): ReaderStates {
  const states: ReaderStates = new Cache({
    entries: entriesWithin(limits, ENTRIES),
    bytes: BYTES,
    sizeOf,
    groupOf: realmOfReader,
    load: oneByOne((key) => loadReaderState(db, ...readerOf(key))),
  })
  const invalidate = (realmId: number, userIds: Iterable<number>) => {
    for (const userId of userIds) states.invalidate(readerKey(realmId, userId))
  }
  follower.on('update_message_flags', ({ tenant, audience }) => invalidate(tenant, audience.users ?? []))
  follower.on('subscription', ({ tenant, audience }) => invalidate(tenant, audience.users ?? []))
  follower.on('message', ({ tenant, payload: { mentioned, alerted, read } }) =>
    invalidate(tenant, [...mentioned, ...alerted, ...read]),
  )
  // An edit adds and removes mentions. Only the database knows whose rows it removed. A move to another stream takes the
  // read state of its readers along.
  follower.on('update_message', ({ tenant, payload }) => {
    if (payload.content !== undefined || payload.new_stream_id !== undefined) states.invalidateGroup(tenant)
  })
  follower.onSkip((tenant) => states.invalidateGroup(tenant))
  return states
}

async function loadReaderState(db: Db, realmId: number, userId: number): Promise<ReaderState> {
  const rows = await listNewestFlags(db, realmId, userId, FLAGS_PER_READER)
  return {
    read: await loadReadRanges(db, realmId, userId),
    flags: new Map(rows.map((row) => [row.message_id, row])),
    flagsFrom: rows.length < FLAGS_PER_READER ? 0 : rows.at(-1)!.message_id,
  }
}

function sizeOf({ read, flags }: ReaderState): number {
  let ranges = 0
  for (const one of read.values()) ranges += one.ranges.length
  return 200 + read.size * 120 + ranges * 40 + flags.size * 150
}
