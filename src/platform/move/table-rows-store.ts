import { type RawBuilder, sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import { engineOf } from '../database/engine-of.ts'
import { jsonRows } from '../database/statements/json-rows.ts'
import type { MovedTable } from './table-list-store.ts'

type AnyDb = AnyHandle
export type Row = Record<string, unknown>

/** A few hundred rows of a few KB: little memory and few round trips. */
const PAGE = 500

/** All rows in the order of the primary key, a page at a time, starting after the key where an earlier run stopped. */
export async function* readPages(
  db: AnyDb,
  table: MovedTable,
  after?: readonly unknown[],
): AsyncGenerator<Row[]> {
  for (let last = after; ; ) {
    const page = await readPage(db, table, last)
    yield page
    if (page.length < PAGE) return
    last = keyOf(table, page.at(-1)!)
  }
}

export const keyOf = ({ key }: MovedTable, row: Row): unknown[] => key.map((name) => row[name])

async function readPage(db: AnyDb, table: MovedTable, after: readonly unknown[] | undefined): Promise<Row[]> {
  const key = list(table.key)
  const start = after ? sql`where (${key}) > (${sql.join(after)})` : sql``
  const columns = list(table.columns.map(({ name }) => name))
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.ref(table.name)} ${start} order by ${key} limit ${PAGE}`.execute(db)
  return rows
}

/** `table` as the target describes it. */
export async function insertRows(db: AnyDb, table: MovedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = table.columns.map(({ name }) => name)
  const values = table.columns.map(({ type }, index) =>
    engineOf(db) === 'postgres'
      ? sql`cast(value ->> ${sql.lit(index)} as ${sql.raw(type)})`
      : sql`value ->> ${sql.lit(index)}`,
  )
  const lists = JSON.stringify(rows.map((row) => names.map((name) => row[name])))
  await sql`insert into ${sql.ref(table.name)} (${list(names)})
    select ${sql.join(values)} from ${jsonRows(db, lists)}`.execute(db)
}

export async function clearTable(db: AnyDb, { name }: MovedTable): Promise<void> {
  await sql`delete from ${sql.ref(name)}`.execute(db)
}

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.id(name)))
