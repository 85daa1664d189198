import { sql } from 'kysely'
import { preparedOne } from '../../platform/database/prepared.ts'
import { rowsAsText, rowsOfText } from '../../platform/database/rows-as-text.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { MessagesTable } from './messages-table.ts'

/** In any order. For SQLite only. */
export async function readMessageRows(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<MessagesTable[]> {
  const answer = await read(db, { realmId, ids: JSON.stringify(ids) })
  return rowsOfText(answer!.found, columns)
}

/** Each column once: the compiler misses what is left out. */
const columns = Object.keys({
  realm_id: true,
  id: true,
  recipient_id: true,
  stream_id: true,
  sender_id: true,
  topic: true,
  topic_key: true,
  client: true,
  content: true,
  rendered_content: true,
  sent_at: true,
  edited_at: true,
  has_link: true,
  has_image: true,
  has_attachment: true,
  mentions_everyone: true,
  event_position: true,
} satisfies Record<keyof MessagesTable, true>).map((name) => `messages.${name}`)

const read = preparedOne<ChatTables, { realmId: number; ids: string }, { found: string }>((db, parameter) =>
  db
    .selectFrom(sql<{ value: number }>`json_each(${parameter('ids')})`.as('wanted'))
    .crossJoin('messages')
    .select(rowsAsText(columns).as('found'))
    .where('messages.realm_id', '=', parameter('realmId'))
    .whereRef('messages.id', '=', 'wanted.value'),
)
