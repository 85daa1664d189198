import type { Db } from '../chat-platform.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { NotificationMarksTable } from './push-tables.ts'

/** An organization with messages for which nothing was queued yet. */
export interface NotificationBacklog extends NotificationMarksTable {
  newest: number
}

export async function listBacklogs(db: Db, limit: number): Promise<NotificationBacklog[]> {
  return db
    .selectFrom('notification_marks')
    .innerJoin('sequences', 'sequences.tenant_id', 'notification_marks.realm_id')
    .select(['notification_marks.realm_id', 'notification_marks.message_id', 'sequences.value as newest'])
    .where('sequences.name', '=', 'messages')
    .whereRef('sequences.value', '>', 'notification_marks.message_id')
    .limit(limit)
    .execute()
}

/** Organizations with messages, but without a mark. */
export async function listUnmarkedRealms(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sequences')
    .leftJoin('notification_marks', 'notification_marks.realm_id', 'sequences.tenant_id')
    .select('sequences.tenant_id')
    .where('sequences.name', '=', 'messages')
    .where('notification_marks.realm_id', 'is', null)
    .limit(limit)
    .execute()
  return rows.map((row) => row.tenant_id)
}

export async function insertMark(db: Db, mark: NotificationMarksTable): Promise<void> {
  await db
    .insertInto('notification_marks')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has moved it. */
export async function moveMark(
  db: Db,
  { realm_id: realmId, message_id: from }: NotificationMarksTable,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_marks')
    .set({ message_id: to })
    .where('realm_id', '=', realmId)
    .where('message_id', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deleteMark(db: Db, realmId: number): Promise<void> {
  await db.deleteFrom('notification_marks').where('realm_id', '=', realmId).execute()
}

/** The newest message from before a time (epoch seconds); 0: there is none. Reads only the newer ones. */
export async function findNewestBefore(db: Db, realmId: number, before: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('sent_at', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** What decides whom a message concerns. */
export type NotifiedMessage = Pick<
  MessagesTable,
  'id' | 'sender_id' | 'recipient_id' | 'stream_id' | 'mentions_everyone'
>

/** In order, those after a message and up to another. */
export async function listMessagesToNotify(
  db: Db,
  realmId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<NotifiedMessage[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'sender_id', 'recipient_id', 'stream_id', 'mentions_everyone'])
    .where('realm_id', '=', realmId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute()
}
