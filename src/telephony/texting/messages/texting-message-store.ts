import { countRows, readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { TextingMessagesTable } from '../texting-tables.ts'
import { insertAttachments } from './attachment-store.ts'
import { type TextingMessage, textingMessageOf } from './texting-message.ts'

export async function insertTextingMessage(db: TelephonyDb, message: TextingMessage): Promise<void> {
  await db
    .insertInto('texting_messages')
    .values({ ...message, files: JSON.stringify(message.files) })
    .execute()
  await insertAttachments(db, message)
}

export async function findTextingMessage(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<TextingMessage | undefined> {
  return (await findTextingMessages(db, companyId, [id]))[0]
}

export async function findTextingMessages(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<TextingMessage[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('texting_messages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(textingMessageOf)
}

/** Newest first; `since`: no older ones. */
export async function listTextingMessages(
  db: TelephonyDb,
  companyId: number,
  conversationId: string,
  since: number,
  page: Page,
): Promise<PageOf<TextingMessage>> {
  const query = ofConversation(db, companyId, conversationId).where('created_at', '>=', since)
  const { items, total } = await readPage(query.selectAll().orderBy('id', 'desc'), page)
  return { items: items.map(textingMessageOf), total }
}

export async function findNewestMessage(
  db: TelephonyDb,
  companyId: number,
  conversationId: string,
): Promise<{ id: string; created_at: number } | undefined> {
  return ofConversation(db, companyId, conversationId)
    .select(['id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countUnreadMessages(
  db: TelephonyDb,
  companyId: number,
  conversationId: string,
): Promise<number> {
  return countRows(ofConversation(db, companyId, conversationId).where('is_read', '=', 0))
}

/** Carriers reuse ids after a long time: the newest message is meant. */
export async function findMessageOfCarrier(
  db: TelephonyDb,
  carrierId: string,
): Promise<{ company_id: number; id: string } | undefined> {
  return db
    .selectFrom('texting_messages')
    .select(['company_id', 'id'])
    .where('carrier_id', '=', carrierId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function updateTextingMessageRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<Omit<TextingMessagesTable, 'company_id' | 'id' | 'files'>>,
): Promise<void> {
  await db
    .updateTable('texting_messages')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function markRowsAsRead(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db
    .updateTable('texting_messages')
    .set({ is_read: 1, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Queued messages are not sent any more. */
export async function deleteTextingMessages(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('texting_attachments')
    .where('company_id', '=', companyId)
    .where('message_id', 'in', [...ids])
    .execute()
  await db
    .deleteFrom('texting_messages')
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
}

const ofConversation = (db: TelephonyDb, companyId: number, conversationId: string) =>
  db
    .selectFrom('texting_messages')
    .where('company_id', '=', companyId)
    .where('conversation_id', '=', conversationId)
