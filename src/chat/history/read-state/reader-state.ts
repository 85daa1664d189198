import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../../identity/users/reader-key.ts'
import { listNewestFlags } from '../../messages/flags/message-flag-store.ts'
import type { MessageFlagsTable } from '../../messages/flags/message-flags-table.ts'
import { loadReadRanges, type ReadRanges } from '../../messages/flags/read-range-store.ts'

/** What a user has read, and the other flags of their newest flagged messages. */
export interface ReaderState {
  readonly read: ReadRanges
  readonly flags: ReadonlyMap<number, MessageFlagsTable>
  /** Flags of messages below this id are not included. */
  readonly flagsFrom: number
}

export type ReaderStates = Cache<ReaderKey, ReaderState>

const ENTRIES = 50_000
const BYTES = 80 * 2 ** 20
const FLAGS_PER_READER = 500

export function createReaderStates(db: Db, follower: ChatFollower, limits: CacheLimits): ReaderStates {
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
