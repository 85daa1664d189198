import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/caches/cache.ts'
import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import { readHead } from '../../../platform/database/log-head-store.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { type ReaderKey, readerKey, readerOf, realmOfReader } from '../../identity/users/reader-key.ts'
import type { ReadRange } from '../../messages/flags/flag-events.ts'
import { listNewestFlags, noFlags } from '../../messages/flags/message-flag-store.ts'
import type { MessageFlagsTable } from '../../messages/flags/message-flags-table.ts'
import { loadReadRanges, type ReadRanges } from '../../messages/flags/read-range-store.ts'

/** What a user has read, and the other flags of their newest flagged messages. */
interface ReaderState {
  readonly read: ReadRanges
  readonly flags: ReadonlyMap<number, MessageFlagsTable>
  /** Flags of messages below this id are not included. */
  readonly flagsFrom: number
  /** It includes all events up to this position of the log. */
  readonly position: number
}

/** Cached, because every page of messages needs it. Events of marks and of new messages change it in place. */
export type ReaderStates = Cache<ReaderKey, ReaderState>

const ENTRIES = 50_000

const BYTES = 80 * 2 ** 20

const FLAGS_LOADED = 500
/** A reader with more flags in memory is loaded again. */
const MAX_FLAGS = 1000

/** `endOf`: above this id, the recipient had no message before the event; undefined: not known. */
export function createReaderStates(
  db: Db,
  follower: ChatFollower,
  limits: CacheLimits,
  endOf: (realmId: number, recipientId: number) => number | undefined,
): ReaderStates {
  const states: ReaderStates = new Cache({
    entries: entriesWithin(limits, ENTRIES),
    bytes: BYTES,
    sizeOf,
    groupOf: realmOfReader,
    load: oneByOne((key) => loadReaderState(db, ...readerOf(key))),
  })
  const update = (
    { tenant, position }: { tenant: number; position: number },
    userIds: Iterable<number>,
    change: (state: ReaderState, userId: number) => ReaderState | undefined,
  ) => {
    for (const userId of userIds) {
      states.update(readerKey(tenant, userId), (state) =>
        position <= state.position ? state : change(state, userId),
      )
    }
  }
  const invalidate = (realmId: number, userIds: Iterable<number>) => {
    for (const userId of userIds) states.invalidate(readerKey(realmId, userId))
  }
  follower.on('update_message_flags', (event) => {
    const { read_ranges: ranges, op } = event.payload
    update(event, event.audience.users ?? [], (state) => ranges && withRead(state, ranges, op === 'add'))
  })
  follower.on('subscription', ({ tenant, audience }) => invalidate(tenant, audience.users ?? []))
  follower.on('message', (event) => {
    const { message, mentioned, alerted, read } = event.payload
    const { id, recipient_id: recipientId } = message.view
    const end = endOf(event.tenant, recipientId)
    update(event, new Set([...mentioned, ...alerted, ...read]), (state, userId) => {
      if (!read.includes(userId)) return withFlags(state, userId, event)
      // Ids since the previous message of the recipient belong to the range of this one.
      const seen = end === undefined ? undefined : withRead(state, [[recipientId, end + 1, id]], true)
      return seen && withFlags(seen, userId, event)
    })
  })
  follower.on('update_message', ({ tenant, payload }) => {
    // A move to another stream takes the read state of its readers along.
    if (payload.new_stream_id !== undefined) states.invalidateGroup(tenant)
    // An edit adds and removes mentions.
    else if (payload.content !== undefined) invalidate(tenant, Object.keys(payload.flags_by_user).map(Number))
  })
  follower.onSkip((tenant) => states.invalidateGroup(tenant))
  return states
}

async function loadReaderState(db: Db, realmId: number, userId: number): Promise<ReaderState> {
  // Read first: the state includes at least these events.
  const position = await readHead(db, realmId)
  const rows = await listNewestFlags(db, realmId, userId, FLAGS_LOADED)
  return {
    read: await loadReadRanges(db, realmId, userId),
    flags: new Map(rows.map((row) => [row.message_id, row])),
    flagsFrom: rows.length < FLAGS_LOADED ? 0 : rows.at(-1)!.message_id,
    position,
  }
}

function withRead(state: ReaderState, ranges: readonly ReadRange[], isRead: boolean): ReaderState {
  const read = new Map(state.read)
  for (const [recipientId, from, to] of ranges) {
    const known = read.get(recipientId) ?? IdRanges.none
    const changed = IdRanges.between(from, to)
    read.set(recipientId, isRead ? known.union(changed) : known.minus(changed))
  }
  return { ...state, read }
}

/** With the flags of a new message. */
function withFlags(
  state: ReaderState,
  userId: number,
  { tenant, payload }: ChatEvent<'message'>,
): ReaderState | undefined {
  const [mentioned, alerted] = [payload.mentioned.includes(userId), payload.alerted.includes(userId)]
  if (!mentioned && !alerted) return state
  if (state.flags.size >= MAX_FLAGS) return undefined
  const { id } = payload.message.view
  const row: MessageFlagsTable = {
    ...noFlags,
    realm_id: tenant,
    user_id: userId,
    message_id: id,
    mentioned: Number(mentioned),
    has_alert_word: Number(alerted),
  }
  return { ...state, flags: new Map(state.flags).set(id, row) }
}

function sizeOf({ read, flags }: ReaderState): number {
  let ranges = 0
  for (const one of read.values()) ranges += one.ranges.length
  return 200 + read.size * 120 + ranges * 40 + flags.size * 150
}
