import { PostgresAdapter, sql } from 'kysely'
import type { Engine } from '../../platform/database/database.ts'
import type { Db } from '../chat.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { BREAK, messageWords } from '../search/message-words.ts'
import { placeTokens, shelfOf, shelfPrefix } from './index-token.ts'
import { findSearchMarks } from './search-mark-store.ts'

const columns = [
  'id',
  'recipient_id',
  'stream_id',
  'sender_id',
  'topic',
  'topic_key',
  'rendered_content',
  'has_link',
  'has_image',
  'has_attachment',
] as const
export type MessageToIndex = Pick<MessagesTable, (typeof columns)[number]>

/** The two engines keep their index in different ways. */
export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Row ids of all organizations are in one table of SQLite; both parts together stay below 2^53. */
export const firstRowOf = (realmId: number) => realmId * 2 ** 32

/** The messages next to a position, in one direction, up to a number of them. */
export async function listMessagesToIndex(
  db: Db,
  realmId: number,
  range: { after: number } | { upTo: number },
  limit: number,
): Promise<MessageToIndex[]> {
  const query = db.selectFrom('messages').select(columns).where('realm_id', '=', realmId).limit(limit)
  return 'after' in range
    ? query.where('id', '>', range.after).orderBy('id').execute()
    : query.where('id', '<=', range.upTo).orderBy('id', 'desc').execute()
}

export async function addToIndex(
  db: Db,
  realmId: number,
  messages: readonly MessageToIndex[],
): Promise<void> {
  if (messages.length === 0) return
  await (engineOf(db) === 'sqlite' ? addToSqlite : addToPostgres)(db, realmId, messages)
}

/** To be called when a message has changed: its entry, if it has one, is made anew. */
export async function renewInIndex(db: Db, realmId: number, id: number): Promise<void> {
  const { low, high } = await findSearchMarks(db, realmId)
  if (id <= low || id > high) return
  await removeFromIndex(db, realmId, id)
  const rows = await db
    .selectFrom('messages')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
  await addToIndex(db, realmId, rows)
}

export async function removeFromIndex(db: Db, realmId: number, id: number): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await db
      .deleteFrom('message_index')
      .where('rowid', '=', sql<number>`cast(${firstRowOf(realmId) + id} as integer)`)
      .execute()
  } else {
    await db
      .deleteFrom('message_tokens')
      .where('realm_id', '=', realmId)
      .where('message_id', '=', id)
      .execute()
  }
}

async function addToSqlite(db: Db, realmId: number, messages: readonly MessageToIndex[]): Promise<void> {
  const rows = messages.map((message) => {
    const prefix = shelfPrefix(realmId, shelfOf('sqlite', message.id))
    const words = messageWords(message.topic, message.rendered_content)
    // The place stands where topic and content meet, and keeps phrases from reaching over.
    const tokens = words.replace(` ${BREAK} `, ` ${placeTokens(message).join(' ')} `)
    return [
      firstRowOf(realmId) + message.id,
      tokens.trim().replaceAll(' ', ` ${prefix}`).replace(/^/, prefix),
    ]
  })
  await sql`insert into message_index (rowid, words)
    select cast(value ->> 0 as integer), value ->> 1 from json_each(${JSON.stringify(rows)})`.execute(db)
}

async function addToPostgres(db: Db, realmId: number, messages: readonly MessageToIndex[]): Promise<void> {
  const rows = messages.map((message) => {
    const words = messageWords(message.topic, message.rendered_content)
    return {
      id: message.id,
      prefix: shelfPrefix(realmId, shelfOf('postgres', message.id)),
      words,
      tokens: words.replace(` ${BREAK} `, ` ${placeTokens(message).join(' ')} `).trim(),
    }
  })
  await sql`insert into message_tokens (realm_id, message_id, words, tokens)
    select cast(${realmId} as bigint), row.id, row.words, array_to_tsvector(
      array(select row.prefix || token from unnest(string_to_array(row.tokens, ' ')) as token)
    ) from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, prefix text, words text, tokens text)`.execute(
    db,
  )
}
