import { PostgresAdapter } from 'kysely'
import type { AnyHandle } from './any-handle.ts'
import type { Engine } from './database.ts'

/** For the few queries that differ between the engines. */
export const engineOf = (db: AnyHandle): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
