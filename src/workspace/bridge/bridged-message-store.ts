import type { Db } from '../../chat/chat-platform.ts'
import type { MessagesTable } from '../../chat/messages/messages-table.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'
import { bridgeDb } from './bridge-db.ts'
import type {
  BridgedMessagesTable,
  BridgedNumbersTable,
  SentMessagesTable,
  SentTables,
} from './bridge-tables.ts'

export async function insertBridgedMessage(db: Db, row: BridgedMessagesTable): Promise<void> {
  await bridgeDb(db)
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
  return bridgeDb(db)
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
  const row = await bridgeDb(db)
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

/** Where a message is: its stream as a recipient, and its topic. */
export type TopicPlace = Pick<MessagesTable, 'realm_id' | 'recipient_id' | 'topic' | 'topic_key'>

/** The conversation of the newest text in a topic. */
export async function findConversationOfTopic(
  db: Db,
  { realm_id: realmId, recipient_id: recipientId, topic_key: topicKey }: TopicPlace,
): Promise<string | undefined> {
  const row = await bridgeDb(db)
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

/** A message in the stream of a number. */
export interface Reply extends MessagesTable {
  number: string
  /** It was written in another stream. */
  from_stream: number | null
  /** It was written in another topic. */
  from_topic: string | null
}

/** Replies after a message, in order. */
export async function listRepliesAfter(
  db: Db,
  realmId: number,
  afterId: number,
  limit: number,
): Promise<Reply[]> {
  return bridgeDb(db)
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
    .select('bridged_numbers.number')
    .select((reply) => {
      const moves = reply
        .selectFrom('message_edits as edit')
        .whereRef('edit.realm_id', '=', 'messages.realm_id')
        .whereRef('edit.message_id', '=', 'messages.id')
      return [
        moves.select(({ fn }) => fn.max('edit.prev_stream').as('stream')).as('from_stream'),
        moves.select(({ fn }) => fn.max('edit.prev_topic').as('topic')).as('from_topic'),
      ]
    })
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

/** The tables of the bridge, over a handle of the telephony. */
const within = (db: TelephonyDb): Handle<SentTables> => uncheckedCast(db)

export async function insertSentMessage(db: TelephonyDb, row: SentMessagesTable): Promise<void> {
  await within(db).insertInto('sent_messages').values(row).execute()
}

/** The message that was sent as this text; undefined: the text was not written in the chat. */
export async function findSentMessage(
  db: TelephonyDb,
  companyId: number,
  textId: string,
): Promise<number | undefined> {
  const row = await within(db)
    .selectFrom('sent_messages')
    .select('message_id')
    .where('company_id', '=', companyId)
    .where('text_id', '=', textId)
    .executeTakeFirst()
  return row?.message_id
}

export async function findLastSent(db: TelephonyDb, companyId: number): Promise<number | undefined> {
  const row = await within(db)
    .selectFrom('sent_positions')
    .select('message_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.message_id
}

export async function startAfterMessage(
  db: TelephonyDb,
  companyId: number,
  messageId: number,
): Promise<void> {
  await within(db)
    .insertInto('sent_positions')
    .values({ company_id: companyId, message_id: messageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has gone on from there. */
export async function moveLastSent(
  db: TelephonyDb,
  companyId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const moved = await within(db)
    .updateTable('sent_positions')
    .set({ message_id: to })
    .where('company_id', '=', companyId)
    .where('message_id', '=', from)
    .returning('company_id')
    .executeTakeFirst()
  return moved !== undefined
}
