import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from './engine-of.ts'

/**
 * Ids to look for, as one parameter (a JSON list): the statement is the same for any number of them, so that it can be
 * prepared, where `in` with a parameter for each would be another one every time.
 */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export function amongIds(db: Kysely<any>, ids: string): RawBuilder<number> {
  return engineOf(db) === 'postgres'
    ? sql<number>`(select cast(value as bigint) from json_array_elements_text(cast(${ids} as json)))`
    : sql<number>`(select value from json_each(${ids}))`
}

/** The same for texts. */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export function amongTexts(db: Kysely<any>, texts: string): RawBuilder<string> {
  return engineOf(db) === 'postgres'
    ? sql<string>`(select value from json_array_elements_text(cast(${texts} as json)))`
    : sql<string>`(select value from json_each(${texts}))`
}

/**
 * Whether a column is one of these ids, for large tables: each id is looked up in the index, also while PostgreSQL does
 * not know yet how large the table is. It would rather read all of a tenant's rows then.
 */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export function isAmongIds(db: Kysely<any>, column: string, ids: string): RawBuilder<boolean> {
  return engineOf(db) === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(array${amongIds(db, ids)})`
    : sql<boolean>`${sql.ref(column)} in ${amongIds(db, ids)}`
}
