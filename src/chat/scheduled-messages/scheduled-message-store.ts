import type { Db } from '../chat.ts'
import type { DueItem } from './due-work.ts'
import type { ScheduledMessagesTable } from './scheduled-messages-table.ts'

export async function insertScheduledMessage(db: Db, row: ScheduledMessagesTable): Promise<void> {
  await db.insertInto('scheduled_messages').values(row).execute()
}

export async function findScheduledMessage(
  db: Db,
  realmId: number,
  id: number,
): Promise<ScheduledMessagesTable | undefined> {
  return db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** In the order in which they are due. */
export async function listScheduledMessages(
  db: Db,
  realmId: number,
  userId: number,
): Promise<ScheduledMessagesTable[]> {
  return db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('deliver_at')
    .orderBy('id')
    .execute()
}

export async function countScheduledMessages(db: Db, realmId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('scheduled_messages')
    .select((select) => select.fn.countAll().as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function updateScheduledMessage(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<ScheduledMessagesTable>,
): Promise<void> {
  await db
    .updateTable('scheduled_messages')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Answers false when somebody else was faster: then it is theirs to send, or gone. */
export async function deleteScheduledMessage(db: Db, realmId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('scheduled_messages')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** When the next one of all organizations is due. */
export async function findNextScheduledTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('scheduled_messages')
    .select('deliver_at')
    .where('failed', '=', 0)
    .orderBy('deliver_at')
    .limit(1)
    .executeTakeFirst()
  return row?.deliver_at
}

export async function listDueScheduledMessages(db: Db, now: number, limit: number): Promise<DueItem[]> {
  return db
    .selectFrom('scheduled_messages')
    .select(['realm_id', 'id'])
    .where('failed', '=', 0)
    .where('deliver_at', '<=', now)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
