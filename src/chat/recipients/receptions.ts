import { IdRanges } from '../../platform/id-ranges.ts'
import type { Db } from '../chat.ts'
import { listReceptions, listReceptionsAmong } from './recipient-store.ts'
import type { ReceptionsTable } from './recipients-table.ts'

/** What somebody received of a stream or conversation. */
export interface Reception {
  /** null: a private conversation */
  readonly streamId: number | null
  readonly received: IdRanges
  /** the part that came since they last joined; undefined: they have left */
  readonly current: IdRanges | undefined
}

/** One person's receptions by recipient. */
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

function byRecipient(rows: readonly ReceptionsTable[]): Receptions {
  const receptions = new Map<number, Reception>()
  for (const { recipient_id: id, stream_id: streamId, from_message, until_message } of rows) {
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
