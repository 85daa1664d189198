import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { explainDatabaseError } from './database-unavailable.ts'
import { platformMigrations } from './platform-migrations.ts'
import { BUSY_PATIENCE_MS, whenFree } from './when-free.ts'

export interface Migration {
  /** Sorts in the order of application, and never changes once released. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
  up(db: Kysely<any>, engine: Database<unknown>['engine']): Promise<void>
}

/** Any number, the same in all our processes: who holds it is migrating. */
const MIGRATION_LOCK = 5_220_117

/** Applies what is missing. Two processes at once: the second waits, then finds nothing left to do. */
export async function migrate<Tables>(
  database: Pick<Database<Tables>, 'engine' | 'read'>,
  schema: string,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const db = database.read as Kysely<any>
  const applying = db.connection().execute(async (connection) => {
    await (database.engine === 'sqlite' ? beginOnSqlite(connection) : sql`begin`.execute(connection))
    try {
      if (database.engine === 'postgres') {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(connection)
        await sql`create schema if not exists ${sql.id(schema)}`.execute(connection)
      }
      const applied = await applyMissing(connection, database.engine, migrations, clock)
      await sql`commit`.execute(connection)
      return applied
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
  return applying.catch((error) => {
    throw explainDatabaseError(error)
  })
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function beginOnSqlite(db: Kysely<any>): Promise<void> {
  const patience = (milliseconds: number) => sql.raw(`pragma busy_timeout = ${milliseconds}`).execute(db)
  await patience(0)
  try {
    await whenFree(() => sql`begin immediate`.execute(db))
  } finally {
    await patience(BUSY_PATIENCE_MS)
  }
}

async function applyMissing(
  // biome-ignore lint/suspicious/noExplicitAny: see above
  db: Kysely<any>,
  engine: Database<unknown>['engine'],
  migrations: readonly Migration[],
  clock: Clock,
): Promise<string[]> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const done = new Set((await db.selectFrom('migrations').select('name').execute()).map((row) => row.name))
  const missing = [...platformMigrations, ...migrations].filter((migration) => !done.has(migration.name))
  for (const migration of missing) {
    await migration.up(db, engine)
    await db.insertInto('migrations').values({ name: migration.name, applied_at: clock.now() }).execute()
  }
  return missing.map((migration) => migration.name)
}
