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
