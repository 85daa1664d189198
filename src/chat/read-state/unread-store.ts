import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'

/** Enough of a message to count it as unread somewhere. */
export interface UnreadMessage {
  id: number
  recipient_id: number
  stream_id: number | null
  topic: string
  topic_key: string
  sender_id: number
  mentions_everyone: number
}

/** Whoever is further behind has other worries; the newest are counted. */
const UNREAD_PER_RECIPIENT = 10_000

/** Newest first. */
export async function listMessagesAfter(
  db: Db,
  realmId: number,
  recipientId: number,
  after: number,
): Promise<UnreadMessage[]> {
  return messagesAfter(db, { realmId, recipientId, after })
}

export async function findUnreadCandidates(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<UnreadMessage[]> {
  const found: UnreadMessage[] = []
  for (let start = 0; start < ids.length; start += 5000) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'recipient_id', 'stream_id', 'topic', 'topic_key', 'sender_id', 'mentions_everyone'])
      .where('realm_id', '=', realmId)
      .where('id', 'in', ids.slice(start, start + 5000))
      .execute()
    found.push(...rows)
  }
  return found
}

const messagesAfter = prepared<
  ChatTables,
  { realmId: number; recipientId: number; after: number },
  UnreadMessage
>((db, parameter) =>
  db
    .selectFrom('messages')
    .select(['id', 'recipient_id', 'stream_id', 'topic', 'topic_key', 'sender_id', 'mentions_everyone'])
    .where('realm_id', '=', parameter('realmId'))
    .where('recipient_id', '=', parameter('recipientId'))
    .where('id', '>', parameter('after'))
    .orderBy('id', 'desc')
    .limit(UNREAD_PER_RECIPIENT),
)
