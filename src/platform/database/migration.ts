import type { Kysely } from 'kysely'
import type { Engine } from './database.ts'

export interface Migration {
  /** Names sort in the order of application and never change once released. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
  up(db: Kysely<any>, engine: Engine): Promise<void>
}
