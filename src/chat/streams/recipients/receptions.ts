import { IdRanges } from '../../../platform/id-ranges.ts'
import type { Db } from '../../chat-platform.ts'
import { listReceptions, listReceptionsAmong } from './recipient-store.ts'
import type { ReceptionRow } from './recipients-table.ts'

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
  return byRecipient(await listReceptions(db, realmId, userId))
}

export async function loadReceptionsOf(
  db: Db,
  realmId: number,
  userId: number,
  recipientIds: readonly number[],
): Promise<Receptions> {
  return byRecipient(await listReceptionsAmong(db, realmId, userId, recipientIds))
}

function byRecipient(rows: readonly ReceptionRow[]): Receptions {
  const open = new Set(rows.filter(isOpen).map((row) => row.recipient_id))
  const receptions = new Map<number, Reception>()
  for (const { recipient_id: id, stream_id: streamId, from_message, until_message } of rows) {
    if (!open.has(id)) continue
    const range = IdRanges.between(from_message + 1, until_message ?? Number.MAX_SAFE_INTEGER)
    const known = receptions.get(id)
    receptions.set(id, {
      streamId,
      received: known ? known.received.union(range) : range,
      current: until_message === null ? range : known?.current,
    })
  }
  return receptions
}

/** A private stream is open to its subscribers. Once archived, it stays open to its last subscribers. */
const isOpen = ({ invite_only, until_event, archived_at_event }: ReceptionRow) =>
  invite_only !== 1 || until_event === null || until_event === archived_at_event
