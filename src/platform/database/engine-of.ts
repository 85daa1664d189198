import { type Kysely, PostgresAdapter } from 'kysely'
import type { Engine } from './database.ts'

/** For the few queries that differ between the engines. */
// biome-ignore lint/suspicious/noExplicitAny: handles of all products
export const engineOf = (db: Kysely<any>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
