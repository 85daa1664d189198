import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'
import type { Engine } from '../database.ts'

/** Only types that both engines share: integers (also for flags and times) and text. `?`: nullable. */
export type ColumnKind = 'id' | 'text' | 'flag' | 'flag?' | 'number' | 'number?' | 'text?'

export interface TablePlan {
  columns: Record<string, ColumnKind>
  key: string[]
  /** for columns that archives of other systems do not have */
  defaults?: Record<string, string | number>
}

export type IndexPlan = [table: string, columns: string[], unique?: 'unique']

/**
 * For migrations: tables and indexes as plain lists, created alike on both engines. With `engine`, both engines compare
 * texts byte by byte, so that an index range means the same everywhere.
 */
export async function createTables(
  db: AnyHandle,
  tables: Record<string, TablePlan>,
  indexes: readonly IndexPlan[],
  engine?: Engine,
): Promise<void> {
  for (const [table, { columns, key, defaults = {} }] of Object.entries(tables)) {
    let builder = db.schema.createTable(table)
    for (const [name, kind] of Object.entries(columns)) {
      builder = builder.addColumn(name, typeOf(kind), declare(kind, defaults[name], engine))
    }
    await builder.addPrimaryKeyConstraint(`${table}_key`, key as never).execute()
  }
  await createIndexes(db, indexes)
}

/** For migrations: new columns of a table that has rows. Those that are not nullable need a default. */
export async function addColumns(
  db: AnyHandle,
  table: string,
  columns: Record<string, ColumnKind>,
  defaults: Record<string, string | number>,
  engine: Engine,
): Promise<void> {
  // SQLite adds one column in each statement.
  for (const [name, kind] of Object.entries(columns)) {
    await db.schema
      .alterTable(table)
      .addColumn(name, typeOf(kind), declare(kind, defaults[name], engine))
      .execute()
  }
}

export async function createIndexes(db: AnyHandle, indexes: readonly IndexPlan[]): Promise<void> {
  for (const [table, columns, unique] of indexes) {
    let builder = db.schema
      .createIndex(`${table}_by_${columns.slice(-2).join('_')}`)
      .on(table)
      .columns(columns)
    if (unique) builder = builder.unique()
    await builder.execute()
  }
}

const typeOf = (kind: ColumnKind) =>
  kind.startsWith('text') ? 'text' : kind.startsWith('flag') ? 'integer' : 'bigint'

function declare(kind: ColumnKind, filler: string | number | undefined, engine: Engine | undefined) {
  return (column: ColumnDefinitionBuilder) => {
    const collated =
      typeOf(kind) === 'text' && engine === 'postgres' ? column.modifyFront(sql`collate "C"`) : column
    const filled = filler === undefined ? collated : collated.defaultTo(filler)
    return kind.endsWith('?') ? filled : filled.notNull()
  }
}
