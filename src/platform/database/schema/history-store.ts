import { sql } from 'kysely'
import type { Handle } from '../database.ts'
import { platformTables } from '../platform-tables.ts'

const ONLY_ROW = 1

/**
 * Identifies this database: the PostgreSQL cluster, the database in it, and the timeline of its write-ahead log.
 * Point-in-time recovery and the promotion of a standby start a new timeline.
 */
const place = sql<string>`concat_ws('/',
  (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8))`

/**
 * Whether the data still has the recorded history. The record names its own transaction: after a dump is loaded, its
 * row belongs to another transaction, even in the same place. undefined: nothing is recorded yet.
 */
export async function isSameHistory<Tables>(db: Handle<Tables>): Promise<boolean | undefined> {
  const { rows } = await sql<{ same: boolean }>`
    select place = ${place} and written_by = cast(cast(xmin as text) as bigint) as same from history
  `.execute(db)
  return rows[0]?.same
}

/** Only one transaction at a time gets past this. */
export async function lockHistory<Tables>(db: Handle<Tables>): Promise<void> {
  await sql`lock table history in exclusive mode`.execute(db)
}

export async function recordHistory<Tables>(db: Handle<Tables>): Promise<void> {
  const platform = platformTables(db)
  await platform.deleteFrom('history').execute()
  await platform.insertInto('history').values({ id: ONLY_ROW, place, written_by: 0 }).execute()
  // The row has a transaction only now; the update keeps it.
  await sql`update history set written_by = cast(cast(xmin as text) as bigint)`.execute(db)
}
