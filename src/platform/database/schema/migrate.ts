import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../logging/log.ts'
import { VERSION } from '../../program.ts'
import type { AnyHandle } from '../any-handle.ts'
import type { Database, Engine } from '../database.ts'
import { DatabaseUnavailable, explainDatabaseError } from '../database-unavailable.ts'
import { BUSY_TIMEOUT_MS, retryWhileBusy } from '../sqlite/retry-while-busy.ts'
import { createTables } from './create-tables.ts'
import type { Migration } from './migration.ts'

/** An arbitrary number, the same in all our processes: the process that holds this lock is migrating. */
const MIGRATION_LOCK = 5_220_117

/**
 * While a step waits for a table that is in use, all other statements on that table queue up behind it. So it waits
 * only this long, releases its locks, and tries again.
 */
const LOCK_TIMEOUT_MS = 500
const RETRY_AFTER_MS = 500
/** How long to retry a step that gets no lock, and to wait for another process that migrates. */
const TIMEOUT_MS = 300_000
/** A process that hangs in the middle of a step loses its transaction after this time. */
const IDLE_MS = 60_000

/**
 * Applies the missing migrations, each in its own transaction, while other nodes serve. If two processes migrate at
 * once, one applies a step and the other finds it done. Refuses a database of a newer version.
 */
export async function migrate<Tables>(
  { read, engine }: Pick<Database<Tables>, 'engine' | 'read'>,
  schema: string,
  migrations: readonly Migration[],
  clock: Clock,
  log?: Logger,
): Promise<string[]> {
  const all = [...platformMigrations, ...migrations]
  const applying = (read as AnyHandle).connection().execute(async (db) => {
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

/** Names of the steps that this version knows. */
export const stepNames = (migrations: readonly Migration[]): string[] =>
  [...platformMigrations, ...migrations].map(({ name }) => name)

/** Names of the migrations that `migrate` would apply. Throws if the database is of a newer version. */
export async function listPending<Tables>(
  { read }: Pick<Database<Tables>, 'read'>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const all = [...platformMigrations, ...migrations]
  const done = await listApplied(read as AnyHandle, all)
  return all.filter(({ name }) => !done.has(name)).map(({ name }) => name)
}

async function inTransaction<T>(db: AnyHandle, engine: Engine, work: () => Promise<T>): Promise<T> {
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

/** The connection's limits are meant for requests: a new index on a large table takes longer. */
async function takeLockOnPostgres(db: AnyHandle): Promise<void> {
  const limit = (name: string, milliseconds: number) =>
    sql.raw(`set local ${name} = ${milliseconds}`).execute(db)
  await limit('statement_timeout', 0)
  await limit('idle_in_transaction_session_timeout', IDLE_MS)
  await limit('lock_timeout', TIMEOUT_MS)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  await limit('lock_timeout', LOCK_TIMEOUT_MS)
}

/**
 * A step that locks tables in another order than the writers could deadlock with one at every attempt. Writers lock a
 * counter first, so here they wait without holding anything. Readers are not blocked.
 */
async function stopWriters(db: AnyHandle): Promise<void> {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('sequences') is not null as exists`.execute(db)
  if (rows[0]!.exists) await sql`lock table sequences in exclusive mode`.execute(db)
}

async function beginOnSqlite(db: AnyHandle): Promise<void> {
  const busyTimeout = (milliseconds: number) => sql.raw(`pragma busy_timeout = ${milliseconds}`).execute(db)
  await busyTimeout(0)
  try {
    await retryWhileBusy(() => sql`begin immediate`.execute(db), TIMEOUT_MS)
  } finally {
    await busyTimeout(BUSY_TIMEOUT_MS)
  }
}

async function findNext(db: AnyHandle, all: readonly Migration[]): Promise<Migration | undefined> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const done = await listApplied(db, all)
  return all.find(({ name }) => !done.has(name))
}

async function listApplied(db: AnyHandle, all: readonly Migration[]): Promise<Set<string>> {
  const rows: { name: string }[] = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  const known = new Set(all.map(({ name }) => name))
  const unknown = rows.find(({ name }) => !known.has(name))
  if (unknown) {
    throw new DatabaseUnavailable(
      `The database is newer than this version of Switchboard, ${VERSION}: it has the step '${unknown.name}'. Start the version that made it, or a newer one. To go back to this version, restore the backup from before the upgrade.`,
    )
  }
  return new Set(rows.map(({ name }) => name))
}

/** Retries while other connections lock the tables of a step. */
async function untilUnlocked<T>(
  attempt: (attempts: number) => Promise<T>,
  log: Logger | undefined,
): Promise<T> {
  const until = performance.now() + TIMEOUT_MS
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(attempts)
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() > until) {
        throw new DatabaseUnavailable(
          `The database cannot be migrated: its tables were locked for ${TIMEOUT_MS / 60_000} minutes (${(error as Error).message}). End long-running queries and transactions (see pg_stat_activity), then start again.`,
          { cause: error },
        )
      }
      log?.info({ err: error }, 'a migration waits for a table that is in use; trying again')
      await new Promise((next) => setTimeout(next, RETRY_AFTER_MS))
    }
  }
}

/**
 * PostgreSQL: lock timeout, or a deadlock in which this transaction was chosen as the victim. Or another process has made
 * the schema: a session that looked for it before it got our lock still takes it for missing.
 */
function isLocked(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '55P03' || code === '40P01' || constraint === 'pg_namespace_nspname_index'
}

const platformMigrations: readonly Migration[] = [
  {
    name: 'platform-0001-sequences-and-events',
    async up(db) {
      await db.schema
        .createTable('sequences')
        .addColumn('tenant_id', 'bigint', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('sequences_key', ['tenant_id', 'name'])
        .execute()
      await db.schema
        .createTable('events')
        .addColumn('tenant_id', 'bigint', (column) => column.notNull())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('audience', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('events_key', ['tenant_id', 'position'])
        .execute()
    },
  },
  {
    name: 'platform-0002-contents-and-key',
    async up(db, engine) {
      const columns = { id: 'id', fingerprint: 'text' } as const
      await createTables(db, { master_key: { columns, key: ['id'] } }, [], engine)
      if (engine === 'sqlite') return
      const place = { tenant: 'text', kind: 'text', name: 'text' } as const
      const contents = { ...place, id: 'text', size: 'number', written_at: 'number' } as const
      await createTables(db, { contents: { columns: contents, key: ['tenant', 'kind', 'name'] } }, [], engine)
      await sql`create table content_chunks (
        tenant text collate "C" not null, id text collate "C" not null, number integer not null, bytes bytea not null,
        constraint content_chunks_key primary key (tenant, id, number))`.execute(db)
      // Images and archives are already compressed.
      await sql`alter table content_chunks alter column bytes set storage external`.execute(db)
    },
  },
  {
    name: 'platform-0003-history',
    async up(db, engine) {
      if (engine === 'sqlite') return
      const columns = { id: 'id', place: 'text', written_by: 'number' } as const
      await createTables(db, { history: { columns, key: ['id'] } }, [], engine)
    },
  },
  {
    name: 'platform-0004-look-up-key',
    async up(db) {
      await db.schema.alterTable('master_key').addColumn('look_up_key_sealed', 'text').execute()
    },
  },
]
