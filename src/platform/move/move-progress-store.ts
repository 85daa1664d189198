import { sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import { MoveRefused } from './move-refused.ts'
import { listTables } from './table-rows-store.ts'

/**
 * Tables of the target that exist only while a move is unfinished. The first names the source, the second records the
 * progress of each table.
 */
const MARK = 'unfinished_move'
const PROGRESS = 'moved_tables'
export const progressTables: readonly string[] = [MARK, PROGRESS]

type AnyDb = AnyHandle

export interface TableProgress {
  /** the key of the last row copied; null: none yet */
  lastKey: unknown[] | null
  isDone: boolean
}

export type TargetState = { kind: 'empty' } | { kind: 'other data' } | { kind: 'unfinished'; source: string }

/** The contents of a database that will be the target of a move. */
export async function inspectTarget(db: AnyDb): Promise<TargetState> {
  const tables = (await listTables(db)).map(({ name }) => name)
  if (tables.length === 0) return { kind: 'empty' }
  if (!tables.includes(MARK)) return { kind: 'other data' }
  const mark = await db.selectFrom(MARK).select('source').executeTakeFirst()
  return mark ? { kind: 'unfinished', source: mark.source } : { kind: 'other data' }
}

/** Keeps a server from taking half of the data for all of it. */
export async function refuseUnfinishedMove(db: AnyDb): Promise<void> {
  const state = await inspectTarget(db)
  if (state.kind !== 'unfinished') return
  throw new MoveRefused(
    `This database is the target of an unfinished move from ${state.source}. Run 'switchboard move' again to finish it.`,
  )
}

/** Called first: afterwards a server refuses the target, and a move from the same source continues. */
export async function beginProgress(
  db: AnyDb,
  schema: string,
  engine: string,
  source: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (engine === 'postgres') {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction)
    }
    await sql`create table if not exists ${sql.id(PROGRESS)}
      (name text primary key, last_key text, is_done integer not null)`.execute(transaction)
    await sql`create table if not exists ${sql.id(MARK)} (source text primary key)`.execute(transaction)
    await transaction
      .insertInto(MARK)
      .values({ source })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function findProgress(db: AnyDb, table: string): Promise<TableProgress | undefined> {
  const row = await db.selectFrom(PROGRESS).selectAll().where('name', '=', table).executeTakeFirst()
  return row && { lastKey: JSON.parse(row.last_key), isDone: row.is_done === 1 }
}

/** Called in the transaction that writes the rows. */
export async function recordProgress(db: AnyDb, table: string, progress: TableProgress): Promise<void> {
  const changed = { last_key: JSON.stringify(progress.lastKey), is_done: progress.isDone ? 1 : 0 }
  await db
    .insertInto(PROGRESS)
    .values({ name: table, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}

/** Called last: the target becomes a database like any other. */
export async function endProgress(db: AnyDb): Promise<void> {
  await sql`drop table ${sql.id(PROGRESS)}`.execute(db)
  await sql`drop table ${sql.id(MARK)}`.execute(db)
}
