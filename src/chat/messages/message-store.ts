import { sql } from 'kysely'
import { isInJsonIds } from '../../platform/database/statements/json-list.ts'
import { prepared, preparedOne, preparedWrite } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { MessagesTable } from './messages-table.ts'
import { reindexMessage, reindexMessages, removeFromIndex } from './search-index/message-index-store.ts'

export function insertMessage(db: Db, message: MessagesTable): Promise<void> {
  return insert(db, message)
}

export async function findMessage(db: Db, realmId: number, id: number): Promise<MessagesTable | undefined> {
  return byId(db, { realmId, id })
}

/** Of a stream or conversation; 0: it has no message. */
export async function findNewestOf(db: Db, realmId: number, recipientId: number): Promise<number> {
  return (await newestOf(db, { realmId, recipientId }))?.id ?? 0
}

/** Where messages are. */
export type MessagePlace = Pick<MessagesTable, 'id' | 'recipient_id' | 'stream_id'>

/** Those of the messages that still exist. */
export async function listMessagePlaces(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<MessagePlace[]> {
  return ids.length === 0 ? [] : places(db, { realmId, ids: JSON.stringify(ids) })
}

export async function updateMessage(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<MessagesTable>,
): Promise<void> {
  await db.updateTable('messages').set(changes).where('realm_id', '=', realmId).where('id', '=', id).execute()
  await reindexMessage(db, realmId, id)
}

/** Returns those that still existed. */
export async function deleteMessageRows(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .deleteFrom('messages')
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'id', JSON.stringify(ids)))
    .returning('id')
    .execute()
  await removeFromIndex(db, realmId, ids)
  return new Set(rows.map((row) => row.id))
}

/** The stream to which messages move, and where in the event log. */
export type NewStream = Pick<MessagesTable, 'recipient_id' | 'stream_id' | 'event_position'>

/** Moves messages to another topic, perhaps of another stream, and updates their search index entries. */
export async function updateTopics(
  db: Db,
  realmId: number,
  messages: readonly MessagesTable[],
  topic: string,
  editedAt: number,
  stream?: NewStream,
): Promise<void> {
  const topicKey = topic.toLowerCase()
  const ids = JSON.stringify(messages.map(({ id }) => id))
  await changeTopics(db, { realmId, ids, topic, topicKey, editedAt })
  if (stream) await changeStreams(db, { realmId, ids, ...stream })
  await reindexMessages(
    db,
    realmId,
    messages.map((message) => ({ ...message, topic, topic_key: topicKey, ...stream })),
  )
}

/** For each of the messages, the previous one of the same stream or conversation; 0: there is none. */
export async function findPreviousIds(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<{ id: number; previous_id: number }[]> {
  return previousIds(db, { realmId, ids: JSON.stringify(ids) })
}

export async function findLastMessageIdBy(db: Db, realmId: number, senderId: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('sender_id', '=', senderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? -1
}

/** The oldest existing message of a stream. */
export async function findFirstMessageId(
  db: Db,
  realmId: number,
  recipientId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', recipientId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Does the topic have a message in this range of ids? */
export async function hasTopicWithin(
  db: Db,
  realmId: number,
  recipientId: number,
  topicKey: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', recipientId)
    .where('topic_key', '=', topicKey)
    .where('id', '>=', from)
    .where('id', '<=', to)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const byId = preparedOne<ChatTables, { realmId: number; id: number }, MessagesTable>((db, parameter) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '=', parameter('id')),
)

const newestOf = preparedOne<ChatTables, { realmId: number; recipientId: number }, { id: number }>(
  (db, parameter) =>
    db
      .selectFrom('messages')
      .select('id')
      .where('realm_id', '=', parameter('realmId'))
      .where('recipient_id', '=', parameter('recipientId'))
      .orderBy('id', 'desc')
      .limit(1),
)

interface TopicChange {
  realmId: number
  /** a JSON list */
  ids: string
  topic: string
  topicKey: string
  editedAt: number
}

const changeTopics = preparedWrite<ChatTables, TopicChange>((db, parameter) =>
  db
    .updateTable('messages')
    .set({
      topic: parameter('topic'),
      topic_key: parameter('topicKey'),
      edited_at: parameter('editedAt'),
    })
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'id', parameter('ids'))),
)

const changeStreams = preparedWrite<ChatTables, NewStream & { realmId: number; ids: string }>(
  (db, parameter) =>
    db
      .updateTable('messages')
      .set({
        recipient_id: parameter('recipient_id'),
        stream_id: parameter('stream_id'),
        event_position: parameter('event_position'),
      })
      .where('realm_id', '=', parameter('realmId'))
      .where(isInJsonIds(db, 'id', parameter('ids'))),
)

const previousIds = prepared<
  ChatTables,
  { realmId: number; ids: string },
  { id: number; previous_id: number }
>((db, parameter) =>
  db
    .selectFrom('messages')
    .select([
      'messages.id',
      sql<number>`(select coalesce(max(previous.id), 0) from messages as previous
        where previous.realm_id = messages.realm_id and previous.recipient_id = messages.recipient_id
          and previous.id < messages.id)`.as('previous_id'),
    ])
    .where('messages.realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'messages.id', parameter('ids')))
    .orderBy('messages.id'),
)

const insert = preparedWrite<ChatTables, MessagesTable>(
  (db, parameter) =>
    db.insertInto('messages').values({
      realm_id: parameter('realm_id'),
      id: parameter('id'),
      recipient_id: parameter('recipient_id'),
      stream_id: parameter('stream_id'),
      sender_id: parameter('sender_id'),
      topic: parameter('topic'),
      topic_key: parameter('topic_key'),
      client: parameter('client'),
      content: parameter('content'),
      rendered_content: parameter('rendered_content'),
      sent_at: parameter('sent_at'),
      edited_at: parameter('edited_at'),
      has_link: parameter('has_link'),
      has_image: parameter('has_image'),
      has_attachment: parameter('has_attachment'),
      mentions_everyone: parameter('mentions_everyone'),
      event_position: parameter('event_position'),
    }),
  'once',
)

const places = prepared<ChatTables, { realmId: number; ids: string }, MessagePlace>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'recipient_id', 'stream_id'])
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'id', parameter('ids'))),
)
