import { sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'

export interface Stored {
  count: number
  bytes: number | null
  /** epoch seconds */
  oldest: number | null
}

/** PostgreSQL sums and counts as texts. */
const stored = (row: { count: unknown; bytes?: unknown; oldest: unknown }): Stored => ({
  count: Number(row.count),
  bytes: row.bytes === undefined ? null : Number(row.bytes ?? 0),
  oldest: row.oldest === null ? null : Number(row.oldest),
})

export async function countMessages(db: Db, realmId: number): Promise<Stored> {
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('sent_at').as('oldest')])
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countUploads(db: Db, realmId: number): Promise<Stored> {
  const row = await db
    .selectFrom('attachments')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('size').as('bytes'),
      fn.min('created_at').as('oldest'),
    ])
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

/** `sessions`: of people who are signed in. `message_edits`: earlier versions of messages. */
export async function countRows(
  db: Db,
  table: 'sessions' | 'drafts' | 'message_edits',
  realmId: number,
): Promise<Stored> {
  const time = { sessions: 'created_at', drafts: 'edited_at', message_edits: 'edited_at' }[table]
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.countAll().as('count'), sql<number | null>`min(${sql.ref(time)})`.as('oldest')])
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return stored(row)
}

export async function countAudit(db: Db, realmId: number): Promise<Stored> {
  const row = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('at').as('oldest')])
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  const { oldest, ...rest } = stored(row)
  return { ...rest, oldest: oldest === null ? null : Math.floor(oldest / 1000) }
}
