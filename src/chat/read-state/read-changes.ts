import type { Db } from '../chat.ts'
import type { ReceptionPeriods } from '../recipients/reception-periods.ts'
import type { User } from '../users/user.ts'
import { dropReadExceptions, storeReadExceptions } from './message-flag-store.ts'
import { type ListBetween, type MovedMark, moveReadMark, type PlacedMessage } from './move-read-mark.ts'
import { storeReadMark } from './read-mark-store.ts'
import type { ReadState } from './read-state.ts'

/** What has to be stored so that messages become read, or unread. */
export interface ReadChanges {
  moved: readonly MovedMark[]
  /** messages that need a row, and what it says */
  rows: ReadonlyMap<number, boolean>
  /** messages whose row is not needed any more */
  needless: readonly number[]
}

/** Where the marks say it already, or can be moved to say it, no row has to. `changed` are not so yet, ascending. */
export async function planReadChanges(
  listBetween: ListBetween,
  toRead: boolean,
  changed: readonly PlacedMessage[],
  state: ReadState,
  periods: ReceptionPeriods,
): Promise<ReadChanges> {
  const moved: MovedMark[] = []
  const streams = toRead ? new Set(changed.flatMap(({ stream_id }) => stream_id ?? [])) : []
  for (const streamId of streams) {
    const own = changed.filter(({ stream_id }) => stream_id === streamId)
    const mark = await moveReadMark(listBetween, own, state, periods)
    if (mark) moved.push(mark)
  }
  const reached = new Map<number | null, number>(moved.map(({ streamId, until }) => [streamId, until]))
  const rows = new Map<number, boolean>()
  const needless: number[] = []
  for (const { id, stream_id, topic_key } of changed) {
    if (id <= (reached.get(stream_id) ?? 0)) continue
    if (id <= state.readUntil(stream_id, topic_key) === toRead) needless.push(id)
    else rows.set(id, toRead)
  }
  return { moved, rows, needless }
}

/**
 * It may have been planned a moment ago: what was marked as unread since then, beside what is being changed now, stays so.
 */
export async function storeReadChanges(
  db: Db,
  { realm_id, id: user_id }: User,
  changedIds: readonly number[],
  { moved, rows, needless }: ReadChanges,
): Promise<void> {
  for (const { streamId, until, covered } of moved) {
    await storeReadMark(db, { realm_id, user_id, stream_id: streamId, topic_key: '', until_message: until })
    const own = covered.filter((id) => changedIds.includes(id))
    const others = covered.filter((id) => !changedIds.includes(id))
    await dropReadExceptions(db, realm_id, user_id, own)
    await dropReadExceptions(db, realm_id, user_id, others, true)
  }
  await storeReadExceptions(db, realm_id, user_id, rows)
  await dropReadExceptions(db, realm_id, user_id, needless)
}
