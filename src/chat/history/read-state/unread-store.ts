import { sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine-of.ts'
import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { jsonRows } from '../../../platform/database/statements/json-rows.ts'
import { prepared, preparedOne } from '../../../platform/database/statements/prepared.ts'
import { rowsAsText, rowsOfText } from '../../../platform/database/statements/rows-as-text.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { UnreadRanges } from './unread-ranges.ts'

/** The fields needed to mark a message, and to count it. */
export interface MarkableMessage {
  id: number
  recipient_id: number
  stream_id: number | null
  topic: string
  topic_key: string
  sender_id: number
  mentions_everyone: number
  /** of the previous message in the same stream or conversation; 0: there is none */
  previous_id: number
}

export type UnreadMessage = Omit<MarkableMessage, 'previous_id'>

const columns = [
  'messages.id',
  'messages.recipient_id',
  'messages.stream_id',
  'messages.topic',
  'messages.topic_key',
  'messages.sender_id',
  'messages.mentions_everyone',
] as const

/** Which of the given messages exist, in any order. */
export async function findMarkable(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<MarkableMessage[]> {
  return ids.length === 0 ? [] : markable(db, { realmId, ids: JSON.stringify(ids) })
}

/** The newest unread messages, ascending. */
export async function listUnread(
  db: Db,
  realmId: number,
  unread: UnreadRanges,
  limit: number,
): Promise<UnreadMessage[]> {
  const values = { realmId, ranges: rowsOf(unread), limit }
  const found =
    engineOf(db) === 'postgres'
      ? await newestUnread(db, values)
      : rowsOfText<UnreadMessage>((await newestUnreadAsText(db, values))!.found, columns)
  return found.sort((one, other) => one.id - other.id)
}

/** The oldest unread messages above an id, ascending. An empty topic means any topic. */
export async function listUnreadAfter(
  db: Db,
  realmId: number,
  unread: UnreadRanges,
  { topicKey, after, limit }: { topicKey: string; after: number; limit: number },
): Promise<Pick<MarkableMessage, 'id' | 'previous_id'>[]> {
  const ranges = rowsOf(unread)
  if (topicKey === '') return unreadAfter(db, { realmId, ranges, after, limit })
  return unreadInTopicAfter(db, { realmId, ranges, after, limit, topicKey })
}

const rowsOf = (unread: UnreadRanges) =>
  JSON.stringify(
    [...unread].flatMap(([recipientId, { ranges }]) => ranges.map(({ from, to }) => [recipientId, from, to])),
  )

const previousId = sql<number>`(select coalesce(max(previous.id), 0) from messages as previous
  where previous.realm_id = messages.realm_id and previous.recipient_id = messages.recipient_id
    and previous.id < messages.id)`

const markable = prepared<ChatTables, { realmId: number; ids: string }, MarkableMessage>((db, parameter) =>
  db
    .selectFrom('messages')
    .select([...columns, previousId.as('previous_id')])
    .where('messages.realm_id', '=', parameter('realmId'))
    .where('messages.id', 'in', jsonIds(db, parameter('ids'))),
)

interface Within {
  realmId: number
  /** JSON: [recipient, from, to] each */
  ranges: string
  limit: number
}

type Parameter<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

/** The order matters: SQLite has to go from the ranges to their messages. */
const messagesWithin = (db: Db, parameter: Parameter<Within>) =>
  db
    .selectFrom(jsonRows(db, parameter('ranges')).as('unread'))
    .crossJoin('messages')
    .where('messages.realm_id', '=', parameter('realmId'))
    .where('messages.recipient_id', '=', sql<number>`cast(unread.value ->> 0 as bigint)`)
    .where('messages.id', '>=', sql<number>`cast(unread.value ->> 1 as bigint)`)
    .where('messages.id', '<=', sql<number>`cast(unread.value ->> 2 as bigint)`)
    .limit(parameter('limit'))

const newestWithin = (db: Db, parameter: Parameter<Within>) =>
  messagesWithin(db, parameter).select(columns).orderBy('messages.id', 'desc')

const newestUnread = prepared<ChatTables, Within, UnreadMessage>((db, parameter) =>
  newestWithin(db as Db, parameter),
)

const newestUnreadAsText = preparedOne<ChatTables, Within, { found: string }>((db, parameter) =>
  db.selectFrom(newestWithin(db as Db, parameter).as('messages')).select(rowsAsText(columns).as('found')),
)

const oldestWithin = (db: Db, parameter: Parameter<Within & { after: number }>) =>
  messagesWithin(db, parameter)
    .select(['messages.id', previousId.as('previous_id')])
    .where('messages.id', '>', parameter('after'))
    .orderBy('messages.id')

type Oldest = Pick<MarkableMessage, 'id' | 'previous_id'>

const unreadAfter = prepared<ChatTables, Within & { after: number }, Oldest>((db, parameter) =>
  oldestWithin(db as Db, parameter),
)

const unreadInTopicAfter = prepared<ChatTables, Within & { after: number; topicKey: string }, Oldest>(
  (db, parameter) =>
    oldestWithin(db as Db, parameter).where('messages.topic_key', '=', parameter('topicKey')),
)
