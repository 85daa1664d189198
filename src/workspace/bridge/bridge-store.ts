import type { Db } from '../../chat/chat-platform.ts'
import type { ChatTables } from '../../chat/chat-tables.ts'
import type { MessagesTable } from '../../chat/messages/messages-table.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { BridgedMessagesTable, BridgedNumbersTable, BridgeTables } from './bridge-tables.ts'

/** The tables of the bridge beside those of the chat. */
const within = (db: Db): Handle<ChatTables & BridgeTables> => uncheckedCast(db)

/** Returns false if the stream has a number already, or the number a stream. */
export async function insertBridgedNumber(db: Db, row: BridgedNumbersTable): Promise<boolean> {
  const inserted = await within(db)
    .insertInto('bridged_numbers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('stream_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function listBridgedNumbers(db: Db, realmId: number): Promise<BridgedNumbersTable[]> {
  return within(db)
    .selectFrom('bridged_numbers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('stream_id')
    .execute()
}

/** Returns false if there was none. */
export async function deleteBridgedNumber(db: Db, realmId: number, streamId: number): Promise<boolean> {
  const deleted = await within(db)
    .deleteFrom('bridged_numbers')
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .returning('stream_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function findPosition(db: Db, realmId: number): Promise<number | undefined> {
  const row = await within(db)
    .selectFrom('bridge_positions')
    .select('position')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.position
}

export async function startAtPosition(db: Db, realmId: number, position: number): Promise<void> {
  await within(db)
    .insertInto('bridge_positions')
    .values({ realm_id: realmId, position })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has gone on from there. */
export async function movePosition(db: Db, realmId: number, from: number, to: number): Promise<boolean> {
  const moved = await within(db)
    .updateTable('bridge_positions')
    .set({ position: to })
    .where('realm_id', '=', realmId)
    .where('position', '=', from)
    .returning('realm_id')
    .executeTakeFirst()
  return moved !== undefined
}

export async function insertBridgedMessage(db: Db, row: BridgedMessagesTable): Promise<void> {
  await within(db)
    .insertInto('bridged_messages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findMessageOfText(
  db: Db,
  realmId: number,
  textId: string,
): Promise<BridgedMessagesTable | undefined> {
  return within(db)
    .selectFrom('bridged_messages')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('text_id', '=', textId)
    .executeTakeFirst()
}

/** The topic of the newest message of a conversation that is still in the stream. */
export async function findTopicOfConversation(
  db: Db,
  { realm_id: realmId, stream_id: streamId }: BridgedNumbersTable,
  conversationId: string,
): Promise<string | undefined> {
  const row = await within(db)
    .selectFrom('bridged_messages')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.realm_id', '=', 'bridged_messages.realm_id')
        .onRef('messages.id', '=', 'bridged_messages.message_id'),
    )
    .select('messages.topic')
    .where('bridged_messages.realm_id', '=', realmId)
    .where('bridged_messages.conversation_id', '=', conversationId)
    .where('messages.stream_id', '=', streamId)
    .orderBy('bridged_messages.message_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.topic
}

/** The conversation of the newest text in a topic. */
export async function findConversationOfTopic(
  db: Db,
  { realm_id: realmId, recipient_id: recipientId, topic_key: topicKey }: MessagesTable,
): Promise<string | undefined> {
  const row = await within(db)
    .selectFrom('messages')
    .innerJoin('bridged_messages', (join) =>
      join
        .onRef('messages.realm_id', '=', 'bridged_messages.realm_id')
        .onRef('messages.id', '=', 'bridged_messages.message_id'),
    )
    .select('bridged_messages.conversation_id')
    .where('messages.realm_id', '=', realmId)
    .where('messages.recipient_id', '=', recipientId)
    .where('messages.topic_key', '=', topicKey)
    .orderBy('messages.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.conversation_id
}

/** Messages in the streams of numbers after one, in order. */
export async function listMessagesAfter(
  db: Db,
  realmId: number,
  afterId: number,
  limit: number,
): Promise<MessagesTable[]> {
  return within(db)
    .selectFrom('bridged_numbers')
    .innerJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'bridged_numbers.realm_id')
        .onRef('streams.id', '=', 'bridged_numbers.stream_id'),
    )
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.realm_id', '=', 'streams.realm_id')
        .onRef('messages.recipient_id', '=', 'streams.recipient_id')
        .onRef('messages.id', '>', 'bridged_numbers.after_message_id'),
    )
    .selectAll('messages')
    .where('bridged_numbers.realm_id', '=', realmId)
    .where('messages.id', '>', afterId)
    .orderBy('messages.id')
    .limit(limit)
    .execute()
}

export async function findNewestMessageId(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
