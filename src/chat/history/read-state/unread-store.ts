import { sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine-of.ts'
import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { jsonRows } from '../../../platform/database/statements/json-rows.ts'
import { prepared } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { MessagesTable } from '../../messages/messages-table.ts'
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

/** The unread messages of one topic or private conversation. Ids are separated by commas, ascending. */
export interface UnreadGroup {
  recipient_id: number
  stream_id: number | null
  topic_key: string
  /** of the newest message */
  topic: string
  ids: string
  count: number
  /** JSON, each once, in any order */
  senders: string
  /** ids of messages that mention the user or everyone; null: none */
  mentions: string | null
}

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

/**
 * The newest unread messages, grouped in the order in which the groups begin. The database writes the lists of ids:
 * there may be tens of thousands, and they only have to be copied into a response.
 */
export function listUnread(
  db: Db,
  { realmId, userId }: { realmId: number; userId: number },
  unread: UnreadRanges,
  limit: number,
): Promise<UnreadGroup[]> {
  return unreadGroups(db, { realmId, userId, ranges: rowsOf(unread), limit })
}

/** Up to a limit. */
export async function countUnread(
  db: Db,
  realmId: number,
  unread: UnreadRanges,
  limit: number,
): Promise<number> {
  const [found] = await unreadCount(db, { realmId, ranges: rowsOf(unread), limit })
  return found!.count
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

const unreadCount = prepared<ChatTables, Within, { count: number }>((db, parameter) =>
  db
    .selectFrom(
      messagesWithin(db as Db, parameter)
        .select('messages.id')
        .as('found'),
    )
    .select(sql<number>`cast(count(*) as integer)`.as('count')),
)

const unreadGroups = prepared<ChatTables, Within & { userId: number }, UnreadGroup>((db, parameter) => {
  const senders =
    engineOf(db) === 'postgres'
      ? sql<string>`cast(json_agg(distinct found.sender_id) as text)`
      : sql<string>`json_group_array(distinct found.sender_id)`
  const ids = sql<string>`string_agg(cast(found.id as text), ',' order by found.id)`
  const isMention = sql<boolean>`(found.mentions_everyone = 1 or found.id in (
    select message_id from message_flags
    where realm_id = ${parameter('realmId')} and user_id = ${parameter('userId')} and mentioned = 1))`
  return db
    .selectFrom((query) =>
      query
        .selectFrom(newestWithin(db as Db, parameter).as('found'))
        .select([
          'found.recipient_id',
          'found.stream_id',
          'found.topic_key',
          ids.as('ids'),
          senders.as('senders'),
          sql<string | null>`${ids} filter (where ${isMention})`.as('mentions'),
          sql<number>`cast(count(*) as integer)`.as('count'),
          sql<number>`min(found.id)`.as('oldest'),
          sql<number>`max(found.id)`.as('newest'),
        ])
        .groupBy(['found.recipient_id', 'found.stream_id', 'found.topic_key'])
        .as('groups'),
    )
    .innerJoin('messages', (join) =>
      join.on('messages.realm_id', '=', parameter('realmId')).onRef('messages.id', '=', 'groups.newest'),
    )
    .select([
      'groups.recipient_id',
      'groups.stream_id',
      'groups.topic_key',
      'messages.topic',
      'groups.ids',
      'groups.count',
      'groups.senders',
      'groups.mentions',
    ])
    .orderBy('groups.oldest')
})

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

/** How many readers of a large stream are checked. */
const RECEIVERS_LIMIT = 20_000

/**
 * Ids of active users who received and read a message, ascending. Leaves out its author and users who turned read
 * receipts off.
 */
export async function listReaders(db: Db, message: MessagesTable): Promise<number[]> {
  const { realm_id: realmId, id, event_position: position } = message
  const receivers = db
    .selectFrom('receptions')
    .select('user_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', message.recipient_id)
    .where('from_event', '<', position)
    .where((build) => build.or([build('until_event', 'is', null), build('until_event', '>=', position)]))
    .orderBy('user_id')
    .limit(RECEIVERS_LIMIT)
  const readers = db
    .selectFrom(receivers.as('receiver'))
    .innerJoin('users', (join) =>
      join.on('users.realm_id', '=', realmId).onRef('users.id', '=', 'receiver.user_id'),
    )
    .select('receiver.user_id')
    .where('users.is_active', '=', 1)
    .where('users.id', '!=', message.sender_id)
    .where('users.settings', 'not like', '%"send_read_receipts":false%')
    .where((build) =>
      build.exists(
        build
          .selectFrom('read_ranges')
          .select('read_ranges.user_id')
          .where('read_ranges.realm_id', '=', realmId)
          .whereRef('read_ranges.user_id', '=', 'receiver.user_id')
          .where('read_ranges.recipient_id', '=', message.recipient_id)
          .where('read_ranges.from_id', '<=', id)
          .where('read_ranges.to_id', '>=', id),
      ),
    )
  // One text for all: for the driver, a row per reader costs more than finding it.
  const row = await db
    .selectFrom(readers.as('reader'))
    .select(sql<string | null>`string_agg(cast(reader.user_id as text), ',')`.as('ids'))
    .executeTakeFirst()
  const ids = row?.ids ? row.ids.split(',').map(Number) : []
  return ids.sort((one, other) => one - other)
}
