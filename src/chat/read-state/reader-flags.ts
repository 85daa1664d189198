import type { Db } from '../chat.ts'
import { listFlagsBetween, listNewestFlags } from './message-flag-store.ts'
import type { MessageFlagsTable } from './message-flags-table.ts'
import { listReadMarks } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'

/** One person's flags of the messages from `from` on. */
export interface Flags {
  from: number
  rows: ReadonlyMap<number, MessageFlagsTable>
  /** of those that have a row, ascending */
  ids: readonly number[]
  state: ReadState
}

/** Of the messages between two ids. */
export async function loadFlags(
  db: Db,
  realmId: number,
  userId: number,
  from: number,
  to: number,
): Promise<Flags> {
  const rows = await listFlagsBetween(db, realmId, userId, from, to)
  return flagsOf(db, realmId, userId, from, rows)
}

/** Of as many messages as there are, or back to the oldest of so many rows. */
export async function loadNewestFlags(
  db: Db,
  realmId: number,
  userId: number,
  limit: number,
): Promise<Flags> {
  const rows = await listNewestFlags(db, realmId, userId, limit)
  const from = rows.length < limit ? 0 : rows.at(-1)!.message_id
  return flagsOf(db, realmId, userId, from, rows)
}

/** The first message from this id on that has flags of its own. */
export function nextRowFrom({ ids }: Flags, id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return ids[low] ?? Number.POSITIVE_INFINITY
}

async function flagsOf(
  db: Db,
  realmId: number,
  userId: number,
  from: number,
  list: readonly MessageFlagsTable[],
): Promise<Flags> {
  const rows = new Map(list.map((row) => [row.message_id, row]))
  const exceptions = new Map<number, boolean>()
  for (const [id, row] of rows) if (row.read !== null) exceptions.set(id, row.read === 1)
  const ids = [...rows.keys()].sort((one, other) => one - other)
  const marks = await listReadMarks(db, realmId, userId, from)
  return { from, rows, ids, state: new ReadState(marks, exceptions) }
}
