import { type RawBuilder, sql } from 'kysely'

/**
 * Orders by a number what some other index finds. By the bare column SQLite would rather read everything there is, in the
 * order of that column's index, than sort the few rows that were asked for.
 */
export const sortFound = (column: string): RawBuilder<number> => sql<number>`+${sql.ref(column)}`
