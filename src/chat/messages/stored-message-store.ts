import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../platform/database/engine-of.ts'
import { jsonIds } from '../../platform/database/statements/json-list.ts'
import { preparedOne } from '../../platform/database/statements/prepared.ts'
import type { Db } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { MessageJson } from './message-json.ts'

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
