import type { Db } from '../chat.ts'
import { findByText } from '../search/find-by-text.ts'
import { asksForText } from '../search/text-condition.ts'
import { loadWords } from '../search/words-store.ts'
import type { Condition } from './condition.ts'
import { queryMessages } from './message-query-store.ts'
import type { TailMessage } from './message-tail.ts'

export interface Found {
  id: number
  recipientId: number
}

export interface Search {
  realmId: number
  userId: number
  conditions: readonly Condition[]
  /** exclusive */
  after?: number
  /** exclusive */
  before?: number
  direction: 'ascending' | 'descending'
  limit: number
}

/** Messages that fulfil the conditions, whoever may read them: the caller decides that. */
export async function searchMessages(db: Db, search: Search): Promise<Found[]> {
  if (!asksForText(search)) return queryMessages(db, search)
  return findByText(db, search, {
    query: (plain) => queryMessages(db, plain),
    words: (ids) => loadWords(db, search.realmId, ids),
  })
}

/** Newest first, with what a search most often asks for. */
export async function listNewestMessages(db: Db, realmId: number, limit: number): Promise<TailMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient_id', 'stream_id', 'topic_key', 'sender_id'])
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    recipientId: row.recipient_id,
    isPrivate: row.stream_id === null,
    topicKey: row.topic_key,
    senderId: row.sender_id,
  }))
}
