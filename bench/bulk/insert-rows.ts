import { sql } from 'kysely'
import type { Db } from '../../src/chat/chat.ts'

type Value = string | number | null

/** Thousands of rows in one statement of SQLite, which reads them from one text: a value at a time is slow. */
export async function insertRows(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const values = sql.join(columns.map((_, index) => sql`value ->> ${sql.lit(index)}`))
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(
    db,
  )
}
