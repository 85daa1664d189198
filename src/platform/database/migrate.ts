import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { VERSION } from '../version.ts'
import type { Database, Engine } from './database.ts'
import { DatabaseUnavailable, explainDatabaseError } from './database-unavailable.ts'
import { platformMigrations } from './platform-migrations.ts'
import { BUSY_PATIENCE_MS, whenFree } from './when-free.ts'

export interface Migration {
  /** Sorts in the order of application, and never changes once released. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
  up(db: Kysely<any>, engine: Engine): Promise<void>
}

/** Any number, the same in all our processes: the process that holds it is migrating. */
const MIGRATION_LOCK = 5_220_117

/**
 * While a step waits for a table that is in use, all other statements on it queue up behind. So it waits only this long,
 * releases its locks, and tries again.
 */
const LOCK_TIMEOUT_MS = 500
const RETRY_AFTER_MS = 500
/** How long to retry a step that gets no lock, and how long to wait for another process that migrates. */
const PATIENCE_MS = 300_000
/** A process that hangs in the middle of a step loses it. */
const SILENCE_MS = 60_000

/**
 * Applies what is missing, each step in a transaction of its own, while other nodes serve. Two processes at once: one
 * applies a step, the other finds it done. A database of a newer version is refused.
 */
export async function migrate<Tables>(
  { read, engine }: Pick<Database<Tables>, 'engine' | 'read'>,
  schema: string,
  migrations: readonly Migration[],
  clock: Clock,
  log?: Logger,
): Promise<string[]> {
  const all = [...platformMigrations, ...migrations]
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const applying = (read as Kysely<any>).connection().execute(async (db) => {
    const applied: string[] = []
    const applyNext = (attempts: number) =>
      inTransaction(db, engine, async () => {
        if (engine === 'postgres') await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
        const next = await findNext(db, all)
        if (!next) return undefined
        if (attempts > 1) await stopWriters(db)
        await next.up(db, engine)
        await db.insertInto('migrations').values({ name: next.name, applied_at: clock.now() }).execute()
        return next.name
      })
    for (;;) {
      const name = await untilUnlocked(applyNext, log)
      if (name === undefined) return applied
      applied.push(name)
    }
  })
  return applying.catch((error) => {
    throw explainDatabaseError(error)
  })
}

async function inTransaction<T>(
  // biome-ignore lint/suspicious/noExplicitAny: see above
  db: Kysely<any>,
  engine: Engine,
  work: () => Promise<T>,
): Promise<T> {
  await (engine === 'sqlite' ? beginOnSqlite(db) : sql`begin`.execute(db))
  try {
    if (engine === 'postgres') await takeLockOnPostgres(db)
    const result = await work()
    await sql`commit`.execute(db)
    return result
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
}

/** The limits of the connection are meant for requests: a new index on a large table takes its time. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function takeLockOnPostgres(db: Kysely<any>): Promise<void> {
  const limit = (name: string, milliseconds: number) =>
    sql.raw(`set local ${name} = ${milliseconds}`).execute(db)
  await limit('statement_timeout', 0)
  await limit('idle_in_transaction_session_timeout', SILENCE_MS)
  await limit('lock_timeout', PATIENCE_MS)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  await limit('lock_timeout', LOCK_TIMEOUT_MS)
}

/**
 * A step that locks tables in another order than the writers could meet one of them half-way at every attempt. Writers
 * lock a counter first: here they wait without holding anything. Readers go on.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function stopWriters(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('sequences') is not null as exists`.execute(db)
  if (rows[0]!.exists) await sql`lock table sequences in exclusive mode`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function beginOnSqlite(db: Kysely<any>): Promise<void> {
  const patience = (milliseconds: number) => sql.raw(`pragma busy_timeout = ${milliseconds}`).execute(db)
  await patience(0)
  try {
    await whenFree(() => sql`begin immediate`.execute(db), PATIENCE_MS)
  } finally {
    await patience(BUSY_PATIENCE_MS)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function findNext(db: Kysely<any>, all: readonly Migration[]): Promise<Migration | undefined> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const rows: { name: string }[] = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  const known = new Set(all.map(({ name }) => name))
  const unknown = rows.find(({ name }) => !known.has(name))
  if (unknown) {
    throw new DatabaseUnavailable(
      `The database is newer than this version of Switchboard, ${VERSION}: it has the step '${unknown.name}'. Start the version that made it, or a newer one. To go back to this version, restore the backup from before the upgrade.`,
    )
  }
  const done = new Set(rows.map(({ name }) => name))
  return all.find(({ name }) => !done.has(name))
}

/** Again and again while other connections lock the tables of a step. */
async function untilUnlocked<T>(
  attempt: (attempts: number) => Promise<T>,
  log: Logger | undefined,
): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(attempts)
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() > until) {
        throw new DatabaseUnavailable(
          `The database cannot be migrated: its tables were locked for ${PATIENCE_MS / 60_000} minutes (${(error as Error).message}). End long-running queries and transactions (see pg_stat_activity), then start again.`,
          { cause: error },
        )
      }
      log?.info({ err: error }, 'a migration waits for a table that is in use; trying again')
      await new Promise((next) => setTimeout(next, RETRY_AFTER_MS))
    }
  }
}

/** PostgreSQL: no lock in time, or a deadlock that was resolved at our expense. */
const isLocked = (error: unknown) =>
  ['55P03', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '')
