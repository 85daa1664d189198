import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { prepared } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { ArrivalsTable } from './recipients-table.ts'

/** What was moved to these recipients, by recipient. */
export async function listArrivals(
  db: Db,
  realmId: number,
  recipientIds: readonly number[],
): Promise<ReadonlyMap<number, ArrivalsTable[]>> {
  const rows =
    recipientIds.length === 0 ? [] : await among(db, { realmId, recipientIds: JSON.stringify(recipientIds) })
  const arrivals = new Map<number, ArrivalsTable[]>()
  for (const row of rows) {
    const known = arrivals.get(row.recipient_id)
    if (known) known.push(row)
    else arrivals.set(row.recipient_id, [row])
  }
  return arrivals
}

/** Messages of the recipient with these ids arrive now, even if they were moved there before. */
export async function insertArrivals(
  db: Db,
  { realm_id, recipient_id }: { realm_id: number; recipient_id: number },
  ids: IdRanges,
  position: number,
): Promise<void> {
  const recipient = { realm_id, recipient_id }
  const earlier = await db
    .selectFrom('arrivals')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('recipient_id', '=', recipient_id)
    .where('from_id', '<=', ids.ranges.at(-1)!.to)
    .where('to_id', '>=', ids.ranges[0]!.from)
    .execute()
  const added: ArrivalsTable[] = []
  for (const row of earlier) {
    const whole = IdRanges.between(row.from_id, row.to_id)
    if (whole.intersect(ids).isEmpty) continue
    await db
      .deleteFrom('arrivals')
      .where('realm_id', '=', realm_id)
      .where('recipient_id', '=', recipient_id)
      .where('from_id', '=', row.from_id)
      .execute()
    added.push(...rowsOf(recipient, whole.minus(ids), row.position))
  }
  await db
    .insertInto('arrivals')
    .values([...added, ...rowsOf(recipient, ids, position)])
    .execute()
}

const rowsOf = (
  recipient: { realm_id: number; recipient_id: number },
  { ranges }: IdRanges,
  position: number,
): ArrivalsTable[] => ranges.map(({ from, to }) => ({ ...recipient, from_id: from, to_id: to, position }))

const among = prepared<ChatTables, { realmId: number; recipientIds: string }, ArrivalsTable>(
  (db, parameter) =>
    db
      .selectFrom('arrivals')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('recipient_id', 'in', jsonIds(db, parameter('recipientIds'))),
)
