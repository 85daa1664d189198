import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from './engine-of.ts'

/**
 * A JSON list of lists as a table with the column `value`, so that a prepared statement takes any number of rows as one
 * parameter. `value ->> 0` reads the first column on both engines.
 */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export function jsonRows(db: Kysely<any>, rows: string): RawBuilder<{ value: string }> {
  return engineOf(db) === 'postgres'
    ? sql<{ value: string }>`json_array_elements(cast(${rows} as json))`
    : sql<{ value: string }>`json_each(${rows})`
}
