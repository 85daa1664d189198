import { sql } from 'kysely'
import { preparedOne, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { SearchMarksTable } from './message-index-table.ts'

export type SearchMarks = Pick<SearchMarksTable, 'low' | 'high'>

/** Without a row, nothing is indexed, and there are no messages older than the index. */
export async function findSearchMarks(db: Db, realmId: number): Promise<SearchMarks> {
  return (await find(db, { realmId })) ?? { low: 0, high: 0 }
}

/** Called before the first step, so that there is a row to update. */
export async function makeSearchMarks(db: Db, realmId: number): Promise<void> {
  await make(db, { realm_id: realmId, low: 0, high: 0 })
}

/** Organizations with at least this many messages to index, or with messages older than the index. */
export async function listBacklogs(db: Db, atLeast: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sequences')
    .leftJoin('search_marks', 'search_marks.realm_id', 'sequences.tenant_id')
    .select('sequences.tenant_id')
    .where('sequences.name', '=', 'messages')
    .where((build) =>
      build.or([
        build(
          'sequences.value',
          '>=',
          sql<number>`coalesce(search_marks.high, 0) + cast(${atLeast} as bigint)`,
        ),
        build('search_marks.low', '>', 0),
      ]),
    )
    .execute()
  return rows.map((row) => row.tenant_id)
}

const make = preparedWrite<ChatTables, SearchMarksTable>((db, parameter) =>
  db
    .insertInto('search_marks')
    .values({ realm_id: parameter('realm_id'), low: parameter('low'), high: parameter('high') })
    .onConflict((conflict) => conflict.doNothing()),
)

const find = preparedOne<ChatTables, { realmId: number }, SearchMarks>((db, parameter) =>
  db.selectFrom('search_marks').select(['low', 'high']).where('realm_id', '=', parameter('realmId')),
)
