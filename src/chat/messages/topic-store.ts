import { sql } from 'kysely'
import type { Db } from '../chat-platform.ts'
import type { MessagesTable } from './messages-table.ts'

export interface TopicRow {
  name: string
  max_id: number
}

/** Which messages of a topic count: all of them, or only those that a user received. */
type Scope = { all: true } | { all: false; userId: number }

/** Newest first. The newest message of a topic decides how its name is spelled. */
export async function listTopics(
  db: Db,
  realmId: number,
  recipientId: number,
  scope: Scope,
): Promise<TopicRow[]> {
  const newest = scope.all
    ? newestOf(realmId, recipientId)
    : newestReceived(realmId, recipientId, scope.userId)
  // Jumps from topic to topic in the index: the cost grows with the topics, not with their messages.
  const { rows } = await sql<TopicRow>`
    with recursive topics(topic_key) as (
      select min(topic_key) from messages where realm_id = ${realmId} and recipient_id = ${recipientId}
      union all
      select (
        select min(messages.topic_key) from messages
        where messages.realm_id = ${realmId} and messages.recipient_id = ${recipientId}
          and messages.topic_key > topics.topic_key
      )
      from topics where topics.topic_key is not null
    ),
    newest(id) as materialized (select ${newest} from topics where topics.topic_key is not null)
    select messages.topic as name, messages.id as max_id
    from newest cross join messages
    where messages.realm_id = ${realmId} and messages.id = newest.id`.execute(db)
  // The cross join and the missing order keep SQLite from scanning all messages of the organization.
  return rows.sort((one, other) => other.max_id - one.max_id)
}

const newestOf = (realmId: number, recipientId: number) => sql<number | null>`(
  select max(m.id) from messages as m
  where m.realm_id = ${realmId} and m.recipient_id = ${recipientId} and m.topic_key = topics.topic_key
)`

/** The newest message of each period that the user received; of these, the newest. */
const newestReceived = (realmId: number, recipientId: number, userId: number) => sql<number | null>`(
  select max((
    select m.id from messages as m
    where m.realm_id = ${realmId} and m.recipient_id = ${recipientId} and m.topic_key = topics.topic_key
      and m.event_position > r.from_event and m.event_position <= coalesce(r.until_event, ${Number.MAX_SAFE_INTEGER})
    order by m.id desc limit 1
  ))
  from receptions as r
  where r.realm_id = ${realmId} and r.user_id = ${userId} and r.recipient_id = ${recipientId}
)`

/** Messages of a topic between two ids, newest first. */
export async function listTopicPage(
  db: Db,
  { realm_id, recipient_id }: { realm_id: number; recipient_id: number },
  page: { topic_key: string; from_message: number; before_message: number; limit: number },
): Promise<MessagesTable[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('recipient_id', '=', recipient_id)
    .where('topic_key', '=', page.topic_key)
    .where('id', '>=', page.from_message)
    .where('id', '<', page.before_message)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Whether one of these people has written in the topic. */
export async function hasMessageOf(
  db: Db,
  { realm_id: realmId, recipient_id: recipientId }: Pick<MessagesTable, 'realm_id' | 'recipient_id'>,
  topicKey: string,
  senderIds: readonly number[],
): Promise<boolean> {
  if (senderIds.length === 0) return false
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', recipientId)
    .where('topic_key', '=', topicKey)
    .where('sender_id', 'in', [...senderIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
