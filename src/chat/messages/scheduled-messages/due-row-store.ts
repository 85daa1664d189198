import type { SelectQueryBuilder } from 'kysely'
import type { DueItem } from './due-work.ts'

interface DueRow extends DueItem {
  deliver_at: number
}

/** Pending rows with a due time. The caller chooses the table. */
// biome-ignore lint/suspicious/noExplicitAny: any table with the columns of DueRow
type WaitingRows = SelectQueryBuilder<any, any, object>

/** When the next row of any organization is due. */
export async function findNextTime(waiting: WaitingRows): Promise<number | undefined> {
  const query = waiting.select('deliver_at').orderBy('deliver_at').limit(1)
  return ((await query.executeTakeFirst()) as DueRow | undefined)?.deliver_at
}

/** In the order in which they are due. */
export async function listDue(waiting: WaitingRows, now: number, limit: number): Promise<DueItem[]> {
  const query = waiting
    .select(['realm_id', 'id'])
    .where('deliver_at', '<=', now)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(limit)
  return (await query.execute()) as DueRow[]
}
