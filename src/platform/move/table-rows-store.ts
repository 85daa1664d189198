import { type RawBuilder, sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import { engineOf } from '../database/engine-of.ts'
import { jsonRows } from '../database/statements/json-rows.ts'
import { MoveRefused } from './move-refused.ts'

export interface MovedTable {
  name: string
  /** sorted by name, so that both engines read a row in the same order */
  columns: readonly { name: string; type: string }[]
  /** names of the columns of the primary key, in its order */
  key: readonly string[]
}

interface ColumnRow {
  table: string
  name: string
  type: string
  /** its position in the primary key, from 1; 0: not part of it */
  key: number
}

/**
 * Every table of the schema or file, as the database itself describes it. Leaves out SQLite's virtual tables and their
 * parts.
 */
export async function listTables(db: AnyHandle): Promise<MovedTable[]> {
  const { rows } = await (engineOf(db) === 'postgres' ? ofPostgres : ofSqlite).execute(db)
  const tables = new Map<string, ColumnRow[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return [...tables].map(([name, columns]) => {
    const key = columns.filter((column) => column.key > 0).sort((one, other) => one.key - other.key)
    if (key.length === 0) throw new MoveRefused(`Table ${name} has no primary key, so it cannot be moved.`)
    return {
      name,
      columns: columns.map(({ name: column, type }) => ({ name: column, type })).sort(byName),
      key: key.map((column) => column.name),
    }
  })
}

/** Names of the applied migrations. */
export async function listMigrations(db: AnyHandle): Promise<string[]> {
  return (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

const ofSqlite = sql<ColumnRow>`select list.name as "table", info.name as name, info.type as type, info.pk as key
  from pragma_table_list as list, pragma_table_info(list.name) as info
  where list.schema = 'main' and list.type = 'table' and list.name not like 'sqlite\_%' escape '\\'
  order by list.name`

const ofPostgres = sql<ColumnRow>`select class.relname as "table", attribute.attname as name,
    format_type(attribute.atttypid, attribute.atttypmod) as type,
    coalesce(array_position(cast(index.indkey as int2[]), attribute.attnum) + 1, 0) as key
  from pg_class as class
  join pg_attribute as attribute on attribute.attrelid = class.oid
  left join pg_index as index on index.indrelid = class.oid and index.indisprimary
  where class.relnamespace = to_regnamespace(current_schema()) and class.relkind in ('r', 'p')
    and attribute.attnum > 0 and not attribute.attisdropped
  order by class.relname`

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
