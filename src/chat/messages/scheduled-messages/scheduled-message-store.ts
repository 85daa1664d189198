import { countRows } from '../../../platform/database/statements/read-page.ts'
import type { Db } from '../../chat-platform.ts'
import { findNextTime, listDue } from './due-row-store.ts'
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
  return ownRows(db, realmId, userId).selectAll().orderBy('deliver_at').orderBy('id').execute()
}

export const countScheduledMessages = (db: Db, realmId: number, userId: number) =>
  countRows(ownRows(db, realmId, userId))

const ownRows = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('scheduled_messages').where('realm_id', '=', realmId).where('user_id', '=', userId)

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

/** Returns false if it is gone, or another process is sending it. */
export async function deleteScheduledMessage(db: Db, realmId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('scheduled_messages')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Failed messages wait for their author. */
const waiting = (db: Db) => db.selectFrom('scheduled_messages').where('failed', '=', 0)

export const findNextScheduledTime = (db: Db) => findNextTime(waiting(db))

export const listDueScheduledMessages = (db: Db, now: number, limit: number) =>
  listDue(waiting(db), now, limit)
