import { type RawBuilder, sql } from 'kysely'

/**
 * Orders rows that another index finds. By the bare column, SQLite would rather read the whole table in the order of
 * that column's index than sort the few rows that match.
 */
export const withoutIndex = (column: string): RawBuilder<number> => sql<number>`+${sql.ref(column)}`
