import type { Db } from '../chat-platform.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { PushMarksTable } from './push-tables.ts'

/** An organization with messages for which nothing was queued yet. */
export interface PushBacklog extends PushMarksTable {
  newest: number
}

export async function listPushBacklogs(db: Db, limit: number): Promise<PushBacklog[]> {
  return db
    .selectFrom('push_marks')
    .innerJoin('sequences', 'sequences.tenant_id', 'push_marks.realm_id')
    .select(['push_marks.realm_id', 'push_marks.message_id', 'sequences.value as newest'])
    .where('sequences.name', '=', 'messages')
    .whereRef('sequences.value', '>', 'push_marks.message_id')
    .limit(limit)
    .execute()
}

export async function insertPushMark(db: Db, mark: PushMarksTable): Promise<void> {
  await db
    .insertInto('push_marks')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has moved it. */
export async function movePushMark(
  db: Db,
  { realm_id: realmId, message_id: from }: PushMarksTable,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_marks')
    .set({ message_id: to })
    .where('realm_id', '=', realmId)
    .where('message_id', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deletePushMark(db: Db, realmId: number): Promise<void> {
  await db.deleteFrom('push_marks').where('realm_id', '=', realmId).execute()
}

/** What decides whom a message concerns. */
export type PushedMessage = Pick<
  MessagesTable,
  'id' | 'sender_id' | 'recipient_id' | 'stream_id' | 'mentions_everyone'
>

/** In order, those after a message and up to another. */
export async function listMessagesToPush(
  db: Db,
  realmId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<PushedMessage[]> {
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
