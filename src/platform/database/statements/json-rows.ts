import { type RawBuilder, sql } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'
import { engineOf } from '../engine-of.ts'

/**
 * A JSON list of lists as a table with the column `value`, so that a prepared statement takes any number of rows as one
 * parameter. `value ->> 0` reads the first column on both engines.
 */
export function jsonRows(db: AnyHandle, rows: string): RawBuilder<{ value: string }> {
  return engineOf(db) === 'postgres'
    ? sql<{ value: string }>`json_array_elements(cast(${rows} as json))`
    : sql<{ value: string }>`json_each(${rows})`
}
