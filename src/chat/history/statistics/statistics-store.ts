import { sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'
import type { StatisticDaysTable, StorageKind } from './statistics-tables.ts'

/** Active organizations, and the last day of each that was counted. */
export async function listCounted(db: Db): Promise<{ id: number; day: number | null }[]> {
  return db
    .selectFrom('realms')
    .leftJoin('statistic_days', 'statistic_days.realm_id', 'realms.id')
    .select(({ fn }) => ['realms.id', fn.max('statistic_days.day').as('day')])
    .where('realms.deactivated', '=', 0)
    .groupBy('realms.id')
    .orderBy('realms.id')
    .execute()
}

/** The first message of an organization, and the newest id; undefined: there is none. */
export async function findEnds(
  db: Db,
  realmId: number,
): Promise<{ sentAt: number; newest: number } | undefined> {
  const ends = db.selectFrom('messages').select(['id', 'sent_at']).where('realm_id', '=', realmId).limit(1)
  const first = await ends.orderBy('id').executeTakeFirst()
  const last = await ends.orderBy('id', 'desc').executeTakeFirst()
  return first && last && { sentAt: first.sent_at, newest: last.id }
}

interface IdRange {
  realmId: number
  from: number
  below: number
}

interface SenderCount {
  stream_id: number | null
  sender_id: number
  messages: number
}

/** By the primary key: reads the messages of the range only. */
export async function countBySender(db: Db, { realmId, from, below }: IdRange): Promise<SenderCount[]> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['stream_id', 'sender_id', fn.countAll<number>().as('messages')])
    .where('realm_id', '=', realmId)
    .where('id', '>=', from)
    .where('id', '<', below)
    .groupBy(['stream_id', 'sender_id'])
    .execute()
  return rows.map((row) => ({ ...row, messages: Number(row.messages) }))
}

export interface StorageCount {
  kind: StorageKind
  files: number
  bytes: number
}

export async function countStorage(db: Db, realmId: number): Promise<StorageCount[]> {
  const { rows } = await sql<StorageCount>`select kind, count(*) as files, sum(size) as bytes from (
      select size, case when mimetype like 'image/%' then 'image' when mimetype like 'video/%' then 'video'
        when mimetype like 'audio/%' then 'audio'
        when mimetype = 'application/pdf' or mimetype like 'text/%' then 'document' else 'other' end as kind
      from attachments where realm_id = ${realmId}) as files
    group by kind order by kind`.execute(db)
  return rows.map(({ kind, files, bytes }) => ({ kind, files: Number(files), bytes: Number(bytes) }))
}

export async function listDays(db: Db, realmId: number, from: number): Promise<StatisticDaysTable[]> {
  return db
    .selectFrom('statistic_days')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}

/** The streams with the most messages since a day. */
export async function listBusiestStreams(
  db: Db,
  realmId: number,
  from: number,
  limit: number,
): Promise<{ stream_id: number; messages: number }[]> {
  const rows = await db
    .selectFrom('statistic_streams')
    .select(({ fn }) => ['stream_id', fn.sum<number>('messages').as('messages')])
    .where('realm_id', '=', realmId)
    .where('day', '>=', from)
    .groupBy('stream_id')
    .orderBy('messages', 'desc')
    .orderBy('stream_id')
    .limit(limit)
    .execute()
  return rows.map(({ stream_id, messages }) => ({ stream_id, messages: Number(messages) }))
}

/** How many people were seen at this time or later. */
export async function countSeenSince(db: Db, realmId: number, seconds: number): Promise<number> {
  const { count } = await db
    .selectFrom('presences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('seen_at', '>=', seconds)
    .where('clients', '!=', '{}')
    .executeTakeFirstOrThrow()
  return Number(count)
}
