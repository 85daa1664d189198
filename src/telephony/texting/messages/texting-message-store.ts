import { readPage } from '../../../platform/database/statements/read-page.ts'
import { type StoredFile, withPreviews } from '../../files/file-store.ts'
import { filesTable } from '../../files/file-tables.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { textingAttachmentsTable } from '../texting-tables.ts'
import { isTextOfOthers } from './legal-hold-store.ts'
import { type TextingMessage, textingMessageOf, textingMessagesTable } from './texting-message.ts'

/** A page of messages must not become a response of hundreds of megabytes: the rest have no previews. */
const BYTES_OF_PREVIEWS = 4_000_000

export async function insertAttachments(db: TelephonyDb, message: TextingMessage): Promise<void> {
  if (message.files.length === 0) return
  const { company_id, id } = message
  await textingAttachmentsTable.insert(
    db,
    message.files.map((file_id) => ({ company_id, file_id, message_id: id })),
  )
}

/** By id, without deleted files. */
export async function findAttachedFiles(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map()
  const rows = await filesTable.list(db, { company_id: companyId, id: ids })
  const files = await withPreviews(db, companyId, rows, BYTES_OF_PREVIEWS)
  return new Map(files.map((file) => [file.id, file]))
}

/** Whether a user who is not the owner sees a message with this file. */
export async function isFileOfVisibleMessage(
  db: TelephonyDb,
  companyId: number,
  fileId: string,
  contactId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('texting_attachments')
    .innerJoin('texting_messages', (on) =>
      on
        .onRef('texting_messages.company_id', '=', 'texting_attachments.company_id')
        .onRef('texting_messages.id', '=', 'texting_attachments.message_id'),
    )
    .innerJoin('texting_conversations', (on) =>
      on
        .onRef('texting_conversations.company_id', '=', 'texting_messages.company_id')
        .onRef('texting_conversations.id', '=', 'texting_messages.conversation_id'),
    )
    .innerJoin('texting_number_users', (on) =>
      on
        .onRef('texting_number_users.company_id', '=', 'texting_conversations.company_id')
        .onRef('texting_number_users.number', '=', 'texting_conversations.from_number')
        .onRef('texting_number_users.assigned_at', '<=', 'texting_messages.created_at'),
    )
    .select('texting_attachments.file_id')
    .where('texting_attachments.company_id', '=', companyId)
    .where('texting_attachments.file_id', '=', fileId)
    .where('texting_number_users.contact_id', '=', contactId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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

/** Texts from before then, oldest first; none that is held. */
export async function listTextsBefore(
  db: TelephonyDb,
  companyId: number,
  before: number,
  held: readonly string[],
  limit: number,
): Promise<{ id: string; conversation_id: string }[]> {
  return db
    .selectFrom('texting_messages')
    .select(['id', 'conversation_id'])
    .where('company_id', '=', companyId)
    .where('created_at', '<', before)
    .where(isTextOfOthers(companyId, held))
    .orderBy('created_at')
    .limit(limit)
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
  await textingMessagesTable.removeWhere(db, { company_id: companyId, id: ids })
}

const ofConversation = (db: TelephonyDb, companyId: number, conversationId: string) =>
  db
    .selectFrom('texting_messages')
    .where('company_id', '=', companyId)
    .where('conversation_id', '=', conversationId)
