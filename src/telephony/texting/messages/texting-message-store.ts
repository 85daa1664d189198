import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { insertAttachments } from './attachment-store.ts'
import { type TextingMessage, textingMessageOf, textingMessagesTable } from './texting-message.ts'

export async function insertTextingMessage(db: TelephonyDb, message: TextingMessage): Promise<void> {
  await textingMessagesTable.insert(db, { ...message, files: JSON.stringify(message.files) })
  await insertAttachments(db, message)
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
  await textingMessagesTable.removeWhere(db, { company_id: companyId, id: ids })
}

const ofConversation = (db: TelephonyDb, companyId: number, conversationId: string) =>
  db
    .selectFrom('texting_messages')
    .where('company_id', '=', companyId)
    .where('conversation_id', '=', conversationId)
