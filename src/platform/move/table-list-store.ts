import { sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import { engineOf } from '../database/engine-of.ts'
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
