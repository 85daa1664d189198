import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import type { Db } from '../../chat-platform.ts'
import { listArrivals } from './arrival-store.ts'
import { listReceptions, listReceptionsAmong } from './recipient-store.ts'
import type { ArrivalsTable, ReceptionRow } from './recipients-table.ts'

/** What a user received from a stream or conversation. */
export interface Reception {
  /** null: a private conversation */
  readonly streamId: number | null
  readonly received: IdRanges
  /** the part since they last joined; undefined: they have left */
  readonly current: IdRanges | undefined
}

/**
 * One user's receptions by recipient: everything that they may read because they received it. Private streams that they
 * have left are not included. They are again after rejoining.
 */
export type Receptions = ReadonlyMap<number, Reception>

export async function loadReceptions(db: Db, realmId: number, userId: number): Promise<Receptions> {
  return withArrivals(db, realmId, await listReceptions(db, realmId, userId))
}

export async function loadReceptionsOf(
  db: Db,
  realmId: number,
  userId: number,
  recipientIds: readonly number[],
): Promise<Receptions> {
  return withArrivals(db, realmId, await listReceptionsAmong(db, realmId, userId, recipientIds))
}

async function withArrivals(db: Db, realmId: number, rows: readonly ReceptionRow[]): Promise<Receptions> {
  const streams = rows.filter((row) => row.stream_id !== null).map((row) => row.recipient_id)
  return byRecipient(rows, await listArrivals(db, realmId, [...new Set(streams)]))
}

/** From all periods of one user, and from what was moved to these recipients. */
export function byRecipient(
  rows: readonly ReceptionRow[],
  arrivals: ReadonlyMap<number, readonly ArrivalsTable[]>,
): Receptions {
  const open = new Set(rows.filter(isOpen).map((row) => row.recipient_id))
  const receptions = new Map<number, Reception>()
  for (const row of rows) {
    const { recipient_id: id, stream_id: streamId } = row
    if (!open.has(id)) continue
    const range = receivedIn(row, arrivals.get(id))
    const known = receptions.get(id)
    receptions.set(id, {
      streamId,
      received: known ? known.received.union(range) : range,
      current: row.until_message === null ? range : known?.current,
    })
  }
  return receptions
}

/** Messages sent to the stream within the period, and those that were moved there within it. */
function receivedIn(row: ReceptionRow, arrivals: readonly ArrivalsTable[] | undefined): IdRanges {
  const sent = IdRanges.between(row.from_message + 1, row.until_message ?? Number.MAX_SAFE_INTEGER)
  if (!arrivals) return sent
  const isWithin = ({ position }: ArrivalsTable) =>
    position > row.from_event && (row.until_event === null || position <= row.until_event)
  return sent.minus(rangesOf(arrivals)).union(rangesOf(arrivals.filter(isWithin)))
}

const rangesOf = (arrivals: readonly ArrivalsTable[]) =>
  IdRanges.of(arrivals.map(({ from_id: from, to_id: to }) => ({ from, to })))

/** A private stream is open to its subscribers. Once archived, it stays open to its last subscribers. */
const isOpen = ({ invite_only, until_event, archived_at_event }: ReceptionRow) =>
  invite_only !== 1 || until_event === null || until_event === archived_at_event
