import { sql } from 'kysely'
import type { Db } from '../../src/chat/chat-platform.ts'
import { jsonRows } from '../../src/platform/database/json-rows.ts'

type Value = string | number | null

/** Thousands of rows in one statement, which reads them from one text: a value at a time is slow. */
export async function insertRows(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const values = sql.join(
    columns.map((_, index) => {
      const value = sql`value ->> ${sql.lit(index)}`
      return rows.some((row) => typeof row[index] === 'number') ? sql`cast(${value} as bigint)` : value
    }),
  )
  const source = jsonRows(db, JSON.stringify(rows))
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${source}`.execute(db)
}
