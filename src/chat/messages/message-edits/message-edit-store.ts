import { sql } from 'kysely'
import { isInJsonIds } from '../../../platform/database/statements/json-list.ts'
import { prepared, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { type MessageEditsTable, type TopicMovesTable, topicMovesTable } from './message-edits-table.ts'

export interface EditToStore {
  userId: number
  editedAt: number
  /** the new topic, if it may be another one */
  topic: string | undefined
  movesStream: boolean
  changesContent: boolean
}

/** Stores the current state of messages. To be called before they change. */
export async function insertEdits(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
  { userId, editedAt, topic, movesStream, changesContent }: EditToStore,
): Promise<void> {
  await insert(db, {
    realmId,
    ids: JSON.stringify(messageIds),
    userId,
    editedAt,
    topic: topic ?? null,
    movesStream: movesStream ? 1 : 0,
    changesContent: changesContent ? 1 : 0,
  })
}

/** Newest first. */
export async function listEdits(db: Db, realmId: number, messageId: number): Promise<MessageEditsTable[]> {
  return db
    .selectFrom('message_edits')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .orderBy('version', 'desc')
    .execute()
}

/** Ids of messages with more edits, or longer texts, than the limits. */
export async function listLongHistories(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
  most: { versions: number; bytes: number },
): Promise<number[]> {
  const rows = await longHistories(db, { realmId, ids: JSON.stringify(messageIds), ...most })
  return rows.map((row) => row.message_id)
}

/** Replaces this edit and all older ones. */
export async function replaceOldestEdits(db: Db, edit: MessageEditsTable): Promise<void> {
  const { realm_id, message_id, version, ...texts } = edit
  await db
    .deleteFrom('message_edits')
    .where('realm_id', '=', realm_id)
    .where('message_id', '=', message_id)
    .where('version', '<', version)
    .execute()
  await db
    .updateTable('message_edits')
    .set(texts)
    .where('realm_id', '=', realm_id)
    .where('message_id', '=', message_id)
    .where('version', '=', version)
    .execute()
}

export type ShownEdit = Pick<
  MessageEditsTable,
  | 'message_id'
  | 'user_id'
  | 'edited_at'
  | 'prev_topic'
  | 'prev_stream'
  | 'prev_content'
  | 'prev_rendered_content'
>

/** Newest first. Only the newest edits of each message carry their texts, up to a number of bytes. */
export async function listShownEdits(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
  bytes: number,
): Promise<ShownEdit[]> {
  return shownEdits(db, { realmId, ids: JSON.stringify(messageIds), bytes })
}

const insert = preparedWrite<
  ChatTables,
  {
    realmId: number
    ids: string
    userId: number
    editedAt: number
    topic: string | null
    movesStream: number
    changesContent: number
  }
>((db, parameter) => {
  const only = <Value>(flag: 'movesStream' | 'changesContent', column: string) =>
    sql<Value | null>`case when cast(${parameter(flag)} as bigint) = 1 then ${sql.ref(column)} end`
  const topic = sql<
    string | null
  >`case when messages.topic <> cast(${parameter('topic')} as text) then messages.topic end`
  const content = only<string>('changesContent', 'messages.content')
  const rendered = only<string>('changesContent', 'messages.rendered_content')
  const bytes = sql<number>`coalesce(octet_length(${topic}), 0) * 2 + coalesce(octet_length(${content}), 0)
    + coalesce(octet_length(${rendered}), 0)`
  const version = sql<number>`(select coalesce(max(known.version), 0) + 1 from message_edits as known
    where known.realm_id = messages.realm_id and known.message_id = messages.id)`
  return db
    .insertInto('message_edits')
    .columns([
      'realm_id',
      'message_id',
      'version',
      'user_id',
      'edited_at',
      'bytes',
      'prev_topic',
      'prev_stream',
      'prev_content',
      'prev_rendered_content',
    ])
    .expression(
      db
        .selectFrom('messages')
        .select([
          'messages.realm_id',
          'messages.id',
          version.as('version'),
          sql<number>`cast(${parameter('userId')} as bigint)`.as('user_id'),
          sql<number>`cast(${parameter('editedAt')} as bigint)`.as('edited_at'),
          bytes.as('bytes'),
          topic.as('prev_topic'),
          only<number>('movesStream', 'messages.stream_id').as('prev_stream'),
          content.as('prev_content'),
          rendered.as('prev_rendered_content'),
        ])
        .where('messages.realm_id', '=', parameter('realmId'))
        .where(isInJsonIds(db, 'messages.id', parameter('ids'))),
    )
})

const longHistories = prepared<
  ChatTables,
  { realmId: number; ids: string; versions: number; bytes: number },
  { message_id: number }
>((db, parameter) =>
  db
    .selectFrom('message_edits')
    .select('message_id')
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'message_id', parameter('ids')))
    .groupBy('message_id')
    .having(
      sql<boolean>`count(*) > cast(${parameter('versions')} as bigint)
        or sum(bytes) > cast(${parameter('bytes')} as bigint)`,
    ),
)

const shownEdits = prepared<ChatTables, { realmId: number; ids: string; bytes: number }, ShownEdit>(
  (db, parameter) => {
    // Computed without the texts, so that only the returned ones are read.
    const sizes = db
      .selectFrom('message_edits')
      .select(['message_id', 'version'])
      .select(sql<number>`sum(bytes) over (partition by message_id order by version desc)`.as('bytes'))
      .where('realm_id', '=', parameter('realmId'))
      .where(isInJsonIds(db, 'message_id', parameter('ids')))
    const ifShown = <Value = string>(column: string) =>
      sql<Value | null>`case when sizes.bytes <= cast(${parameter('bytes')} as bigint) then ${sql.ref(column)} end`
    return db
      .selectFrom(sizes.as('sizes'))
      .innerJoin('message_edits as edit', (join) =>
        join
          .on('edit.realm_id', '=', parameter('realmId'))
          .onRef('edit.message_id', '=', 'sizes.message_id')
          .onRef('edit.version', '=', 'sizes.version'),
      )
      .select(['edit.message_id', 'edit.user_id', 'edit.edited_at'])
      .select([
        ifShown('edit.prev_topic').as('prev_topic'),
        ifShown<number>('edit.prev_stream').as('prev_stream'),
        ifShown('edit.prev_content').as('prev_content'),
        ifShown('edit.prev_rendered_content').as('prev_rendered_content'),
      ])
      .orderBy('edit.message_id')
      .orderBy('edit.version', 'desc')
  },
)

export interface TopicPlace {
  streamId: number
  topicKey: string
}

/** The oldest pending move from or to one of these topics. */
export async function findMoveAmong(
  db: Db,
  realmId: number,
  places: readonly TopicPlace[],
): Promise<TopicMovesTable | undefined> {
  const moves = await topicMovesTable.list(db, { realm_id: realmId })
  const isWanted = (streamId: number, topicKey: string) =>
    places.some((place) => place.streamId === streamId && place.topicKey === topicKey)
  return moves.find(
    (move) =>
      isWanted(move.stream_id, move.topic_key) || isWanted(move.to_stream_id, move.topic.toLowerCase()),
  )
}
