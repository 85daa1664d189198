import { sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine-of.ts'
import { jsonRows } from '../../../platform/database/statements/json-rows.ts'
import { prepared, preparedOne } from '../../../platform/database/statements/prepared.ts'
import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { type EventQueuesTable, eventQueuesTable } from './event-queues-table.ts'

export async function findQueue(db: Db, id: string): Promise<EventQueuesTable | undefined> {
  return byId(db, { id })
}

/** After a restore, so that clients register again. */
export async function deleteAllQueues(db: Db): Promise<void> {
  await eventQueuesTable.removeWhere(db, {})
}

/**
 * Downtime of all servers does not count as idle time. Shifts `last_seen` of all queues so that the last used one
 * counts as used now.
 */
export async function skipDowntime(db: Db, nowSeconds: number): Promise<void> {
  const { latest } = await db
    .selectFrom('event_queues')
    .select((select) => select.fn.max('last_seen').as('latest'))
    .executeTakeFirstOrThrow()
  const downtime = nowSeconds - Number(latest ?? nowSeconds)
  if (downtime <= 0) return
  await db
    .updateTable('event_queues')
    .set((row) => ({ last_seen: row('last_seen', '+', downtime) }))
    .execute()
}

/** The queues of a user, longest unused first. */
export async function listQueuesOf(
  db: Db,
  realmId: number,
  userId: number,
): Promise<{ id: string; last_seen: number }[]> {
  return ofUser(db, { realmId, userId })
}

/** Queues that have not acknowledged the events up to a position. */
export async function listQueuesBehind(db: Db, realmId: number, position: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_queues')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('acknowledged', '<', position)
    .execute()
  return rows.map((row) => row.id)
}

/** How far a client has read, and when it was last seen. */
export type QueueProgress = Pick<EventQueuesTable, 'id' | 'acknowledged' | 'last_seen'>

/**
 * Stores the progress of many queues in one statement. Progress never decreases: another node may have written since.
 * Rows locked by another transaction are skipped, so this statement never waits and cannot deadlock. That transaction
 * either deletes the queue or stores the progress of another node.
 */
export async function storeProgress(db: Db, queues: readonly QueueProgress[]): Promise<void> {
  const rows = JSON.stringify(queues.map(({ id, acknowledged, last_seen }) => [id, acknowledged, last_seen]))
  const isFree =
    engineOf(db) === 'postgres'
      ? sql`event_queues.id in (select id from event_queues where id in (select id from progress)
          for no key update skip locked)`
      : sql`true`
  await sql`
    with progress as (select value ->> 0 as id, cast(value ->> 1 as bigint) as acknowledged,
      cast(value ->> 2 as bigint) as last_seen from ${jsonRows(db, rows)})
    update event_queues set acknowledged = progress.acknowledged, last_seen = progress.last_seen
    from progress
    where event_queues.id = progress.id and event_queues.last_seen <= progress.last_seen and ${isFree}
  `.execute(db)
}

export async function listQueuesSeenBefore(db: Db, seconds: number): Promise<EventQueuesTable[]> {
  return db.selectFrom('event_queues').selectAll().where('last_seen', '<', seconds).execute()
}

/** When the longest unused queue was last seen, of those that were seen since. */
export async function findOldestSeen(db: Db, since: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_queues')
    .select('last_seen')
    .where('last_seen', '>=', since)
    .orderBy('last_seen')
    .limit(1)
    .executeTakeFirst()
  return row?.last_seen
}

/** The position up to which each organization's log can be pruned. */
export async function listOldestAcknowledged(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('event_queues')
    .select('realm_id')
    .select((select) => select.fn.min('acknowledged').as('oldest'))
    .groupBy('realm_id')
    .execute()
  return new Map(rows.map((row) => [row.realm_id, row.oldest]))
}

const byId = preparedOne<ChatTables, { id: string }, EventQueuesTable>((db, parameter) =>
  db.selectFrom('event_queues').selectAll().where('id', '=', parameter('id')),
)

const ofUser = prepared<
  ChatTables,
  { realmId: number; userId: number },
  Pick<EventQueuesTable, 'id' | 'last_seen'>
>((db, parameter) =>
  db
    .selectFrom('event_queues')
    .select(['id', 'last_seen'])
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .orderBy(withoutIndex('last_seen'))
    .orderBy('created_at'),
)
