import { sql } from 'kysely'
import type { Database, Handle } from '../../platform/database/database.ts'

/** Of the outbox, by kind. Times are epoch milliseconds. */
export interface OutboxState {
  kind: string
  waiting: number
  /** of those that wait: have failed before */
  failing: number
  /** given up */
  failed: number
  /** when the oldest entry that waits was added */
  oldest: number | null
  /** since when the oldest one is due */
  due_since: number | null
}

export async function readOutboxStates(read: Handle<unknown>): Promise<OutboxState[]> {
  const { rows } = await sql<OutboxState>`select kind,
      cast(sum(case when next_attempt_at is null then 0 else 1 end) as integer) as waiting,
      cast(sum(case when next_attempt_at is not null and error is not null then 1 else 0 end) as integer) as failing,
      cast(sum(case when next_attempt_at is null then 1 else 0 end) as integer) as failed,
      min(case when next_attempt_at is null then null else created_at end) as oldest,
      min(next_attempt_at) as due_since
    from outbox group by kind order by kind`.execute(read)
  return rows
}

export interface PostgresState {
  version: number
  max_connections: number
  synchronous_commit: string
  /** milliseconds since the epoch */
  now: number
}

export async function readPostgresState(read: Handle<unknown>): Promise<PostgresState> {
  const { rows } = await sql<Record<keyof PostgresState, string>>`select
      current_setting('server_version_num') as version,
      current_setting('max_connections') as max_connections,
      current_setting('synchronous_commit') as synchronous_commit,
      extract(epoch from clock_timestamp()) * 1000 as now`.execute(read)
  const { version, max_connections, synchronous_commit, now } = rows[0]!
  return {
    version: Math.floor(Number(version) / 10_000),
    max_connections: Number(max_connections),
    synchronous_commit,
    now: Number(now),
  }
}

/** How far the log of the primary is. */
export async function readWalPosition(read: Handle<unknown>): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(read)
  return rows[0]!.lsn
}

/** By how many bytes a replica is behind a position of the primary. undefined: it is no replica. */
export async function readReplicaLag(read: Handle<unknown>, position: string): Promise<number | undefined> {
  const { rows } = await sql<{ behind: string | null }>`select
      pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn())::text as behind
      where pg_is_in_recovery()`.execute(read)
  return rows[0] && Number(rows[0].behind)
}

/** `ok`, or the first damage that SQLite finds in the pages and indexes of the file. */
export async function readSqliteDamage({ history }: Database<unknown>): Promise<string> {
  const { rows } = await history(0, 0, (db) =>
    sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db),
  )
  return rows[0]!.quick_check
}
