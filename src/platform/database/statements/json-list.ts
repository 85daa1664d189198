import { type RawBuilder, sql } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'
import { engineOf } from '../engine-of.ts'

/**
 * Passes a list of ids as one JSON parameter. The statement is the same for any number of ids, so it can be prepared;
 * `in` with one parameter per id would be a different statement each time.
 */
export function jsonIds(db: AnyHandle, ids: string): RawBuilder<number> {
  return engineOf(db) === 'postgres'
    ? sql<number>`(select cast(value as bigint) from json_array_elements_text(cast(${ids} as json)))`
    : sql<number>`(select value from json_each(${ids}))`
}

/** The same for texts. */
export function jsonTexts(db: AnyHandle, texts: string): RawBuilder<string> {
  return engineOf(db) === 'postgres'
    ? sql<string>`(select value from json_array_elements_text(cast(${texts} as json)))`
    : sql<string>`(select value from json_each(${texts}))`
}

/**
 * Whether a column is one of these ids, for large tables. Each id is looked up in the index. Without this, PostgreSQL
 * reads all rows of a tenant while it has no statistics about the table.
 */
export function isInJsonIds(db: AnyHandle, column: string, ids: string): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(array${jsonIds(db, ids)})`
    : sql<boolean>`${sql.ref(column)} in ${jsonIds(db, ids)}`
}

/** The same for texts. */
export function isInJsonTexts(db: AnyHandle, column: string, texts: string): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(array${jsonTexts(db, texts)})`
    : sql<boolean>`${sql.ref(column)} in ${jsonTexts(db, texts)}`
}
