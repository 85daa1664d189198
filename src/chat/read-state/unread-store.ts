import { amongIds } from '../../platform/database/among-ids.ts'
import { engineOf } from '../../platform/database/engine-of.ts'
import { prepared, preparedOne } from '../../platform/database/prepared.ts'
import { rowsAsText, rowsOfText } from '../../platform/database/rows-as-text.ts'
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

const candidateColumns = [
  'id',
  'recipient_id',
  'stream_id',
  'topic',
  'topic_key',
  'sender_id',
  'mentions_everyone',
] as const

/** Whoever is further behind has other worries; the newest are counted. */
const UNREAD_PER_RECIPIENT = 10_000

/** The newest of them, in any order. */
export async function listMessagesAfter(
  db: Db,
  realmId: number,
  recipientId: number,
  after: number,
): Promise<UnreadMessage[]> {
  const values = { realmId, recipientId, after }
  if (engineOf(db) === 'postgres') return messagesAfter(db, values)
  return rowsOfText((await messagesAfterAsText(db, values))!.found, candidateColumns)
}

export async function findUnreadCandidates(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<UnreadMessage[]> {
  if (ids.length === 0) return []
  const among = { realmId, ids: JSON.stringify(ids) }
  if (engineOf(db) === 'postgres') return candidatesAmong(db, among)
  return rowsOfText((await candidatesAsText(db, among))!.found, candidateColumns)
}

export interface Between {
  realmId: number
  userId: number
  recipientId: number
  /** exclusive */
  after: number
  /** inclusive */
  until: number
  limit: number
}

/** See ListBetween. */
export async function listReadBetween(
  db: Db,
  between: Between,
): Promise<{ id: number; topic_key: string; read: number | null }[]> {
  return readBetween(db, between)
}

const candidatesAmong = prepared<ChatTables, { realmId: number; ids: string }, UnreadMessage>(
  (db, parameter) =>
    db
      .selectFrom('messages')
      .select([...candidateColumns])
      .where('realm_id', '=', parameter('realmId'))
      .where('id', 'in', amongIds(db, parameter('ids'))),
)

const candidatesAsText = preparedOne<ChatTables, { realmId: number; ids: string }, { found: string }>(
  (db, parameter) =>
    db
      .selectFrom('messages')
      .select(rowsAsText(candidateColumns).as('found'))
      .where('realm_id', '=', parameter('realmId'))
      .where('id', 'in', amongIds(db, parameter('ids'))),
)

const readBetween = prepared<ChatTables, Between, { id: number; topic_key: string; read: number | null }>(
  (db, parameter) =>
    db
      .selectFrom('messages')
      .leftJoin('message_flags as own', (join) =>
        join
          .onRef('own.realm_id', '=', 'messages.realm_id')
          .on('own.user_id', '=', parameter('userId'))
          .onRef('own.message_id', '=', 'messages.id'),
      )
      .select(['messages.id', 'messages.topic_key', 'own.read'])
      .where('messages.realm_id', '=', parameter('realmId'))
      .where('messages.recipient_id', '=', parameter('recipientId'))
      .where('messages.id', '>', parameter('after'))
      .where('messages.id', '<=', parameter('until'))
      .orderBy('messages.id')
      .limit(parameter('limit')),
)

interface After {
  realmId: number
  recipientId: number
  after: number
}

const newestAfter = (db: Db, parameter: <Name extends keyof After>(name: Name) => After[Name]) =>
  db
    .selectFrom('messages')
    .select([...candidateColumns])
    .where('realm_id', '=', parameter('realmId'))
    .where('recipient_id', '=', parameter('recipientId'))
    .where('id', '>', parameter('after'))
    .orderBy('id', 'desc')
    .limit(UNREAD_PER_RECIPIENT)

const messagesAfter = prepared<ChatTables, After, UnreadMessage>((db, parameter) =>
  newestAfter(db as Db, parameter),
)

const messagesAfterAsText = preparedOne<ChatTables, After, { found: string }>((db, parameter) =>
  db
    .selectFrom(newestAfter(db as Db, parameter).as('newest'))
    .select(rowsAsText(candidateColumns).as('found')),
)
