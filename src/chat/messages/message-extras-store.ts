import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../platform/database/engine-of.ts'
import { isInJsonIds, jsonIds } from '../../platform/database/statements/json-list.ts'
import { prepared, preparedOne } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { MessageJson } from './message-json.ts'
import type { ReactionsTable } from './reactions/reactions-table.ts'
import type { SubmessagesTable } from './submessages/submessages-table.ts'

/** What readers attached to a message, in order. */
export interface MessageExtras {
  reactions: Omit<ReactionsTable, 'realm_id'>[]
  submessages: Omit<SubmessagesTable, 'realm_id'>[]
}

/** By message; nothing attached: no entry. One query for both kinds, because most pages have neither. */
export async function loadExtras(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
): Promise<Map<number, MessageExtras>> {
  const found = new Map<number, MessageExtras>()
  if (messageIds.length === 0) return found
  const rows = await attached(db, { realmId, ids: JSON.stringify(messageIds) })
  for (const row of rows.sort((one, other) => one.id - other.id)) {
    const extras = found.get(row.message_id) ?? { reactions: [], submessages: [] }
    found.set(row.message_id, extras)
    const { message_id, id, person_id, name, content, reaction_type } = row
    if (reaction_type === '')
      extras.submessages.push({ message_id, id, sender_id: person_id, msg_type: name, content })
    else
      extras.reactions.push({
        message_id,
        id,
        user_id: person_id,
        emoji_name: name,
        emoji_code: content,
        reaction_type,
      })
  }
  return found
}

/** The first reaction with this emoji, by any user. */
export async function findReactionWith(
  db: Db,
  realmId: number,
  messageId: number,
  emoji: Pick<ReactionsTable, 'reaction_type' | 'emoji_code'>,
): Promise<ReactionsTable | undefined> {
  return db
    .selectFrom('reactions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('reaction_type', '=', emoji.reaction_type)
    .where('emoji_code', '=', emoji.emoji_code)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Sender and size of each submessage of a message. */
export async function listSubmessageSizes(
  db: Db,
  realmId: number,
  messageId: number,
): Promise<{ sender_id: number; bytes: number }[]> {
  return db
    .selectFrom('submessages')
    .select(['sender_id', sql<number>`octet_length(content)`.as('bytes')])
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
}

/** To be called when the messages are deleted. */
export async function deleteExtrasOf(db: Db, realmId: number, messageIds: readonly number[]): Promise<void> {
  const ids = JSON.stringify(messageIds)
  for (const table of ['reactions', 'submessages', 'message_edits'] as const) {
    await db
      .deleteFrom(table)
      .where('realm_id', '=', realmId)
      .where(isInJsonIds(db, 'message_id', ids))
      .execute()
  }
}

interface AttachedRow {
  message_id: number
  id: number
  person_id: number
  name: string
  content: string
  reaction_type: string
}

const attached = prepared<ChatTables, { realmId: number; ids: string }, AttachedRow>((db, parameter) => {
  const realmId = parameter('realmId')
  const ids = jsonIds(db, parameter('ids'))
  return db
    .selectFrom('reactions')
    .select(['message_id', 'id', 'user_id as person_id', 'emoji_name as name', 'emoji_code as content'])
    .select('reaction_type')
    .where('realm_id', '=', realmId)
    .where('message_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('submessages')
        .select(['message_id', 'id', 'sender_id as person_id', 'msg_type as name', 'content'])
        .select(sql<string>`''`.as('reaction_type'))
        .where('realm_id', '=', realmId)
        .where('message_id', 'in', ids),
    )
})

/** The columns of a message that are needed to show it. */
export type StoredMessage = { senderId: number; editedAt: number | null } & Pick<
  MessageJson,
  'id' | 'recipientId' | 'streamId' | 'subject' | 'client' | 'content' | 'renderedContent'
> &
  Pick<MessageJson, 'timestamp' | 'everyone'>

/** JSON never contains these: control characters are always escaped. */
const BETWEEN_COLUMNS = '\x1f'
const BETWEEN_ROWS = '\x1e'

/**
 * In any order, without deleted messages. The database returns one text whose strings are already JSON, because a
 * driver spends more time on each value of each row than it takes to parse that text.
 */
export async function loadStoredMessages(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<StoredMessage[]> {
  const row = await load(db, { realmId, ids: JSON.stringify(ids) })
  if (!row?.found) return []
  return row.found.split(BETWEEN_ROWS).map((text) => {
    const columns = text.split(BETWEEN_COLUMNS)
    const [id, recipientId, streamId, senderId, sentAt, editedAt, everyone] = columns
    const [subject, client, content, renderedContent] = columns.slice(7)
    return {
      id: Number(id),
      recipientId: Number(recipientId),
      streamId: streamId === '' ? null : Number(streamId),
      senderId: Number(senderId),
      timestamp: Number(sentAt),
      everyone: everyone === '1',
      subject: subject!,
      client: client!,
      content: content!,
      renderedContent: renderedContent!,
      editedAt: editedAt === '' ? null : Number(editedAt),
    }
  })
}

const load = preparedOne<ChatTables, { realmId: number; ids: string }, { found: string | null }>(
  (db, parameter) => {
    const isPostgres = engineOf(db) === 'postgres'
    const json = (column: string): RawBuilder<string> =>
      isPostgres
        ? sql<string>`cast(to_json(${sql.ref(column)}) as text)`
        : sql<string>`json_quote(${sql.ref(column)})`
    const plain = (column: string) => sql<string>`coalesce(cast(${sql.ref(column)} as text), '')`
    const columns = [
      ...['id', 'recipient_id', 'stream_id', 'sender_id', 'sent_at', 'edited_at', 'mentions_everyone'].map(
        plain,
      ),
      ...['topic', 'client', 'content', 'rendered_content'].map(json),
    ]
    const row = sql.join(columns, sql` || ${sql.lit(BETWEEN_COLUMNS)} || `)
    return db
      .selectFrom('messages')
      .select(sql<string | null>`string_agg(${row}, ${sql.lit(BETWEEN_ROWS)})`.as('found'))
      .where('realm_id', '=', parameter('realmId'))
      .where('id', 'in', jsonIds(db, parameter('ids')))
  },
)
