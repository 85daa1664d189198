import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Moves earlier versions of messages to their own table. Before, they were JSON in the row of the message. */
export async function createMessageEdits(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  let after: Edited = { realm_id: 0, id: 0, edit_history: '' }
  for (;;) {
    const { rows } = await sql<Edited>`
      select realm_id, id, edit_history from messages
      where edit_history is not null
        and (realm_id > ${after.realm_id} or (realm_id = ${after.realm_id} and id > ${after.id}))
      order by realm_id, id limit ${sql.lit(AT_ONCE)}`.execute(db)
    for (const row of rows) await convert(db, row)
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)!
  }
  await db.schema.alterTable('messages').dropColumn('edit_history').execute()
}

const AT_ONCE = 100

const tables: Record<string, TablePlan> = {
  message_edits: {
    columns: {
      realm_id: 'id',
      message_id: 'id',
      version: 'number',
      user_id: 'id',
      edited_at: 'number',
      bytes: 'number',
      prev_topic: 'text?',
      prev_content: 'text?',
      prev_rendered_content: 'text?',
    },
    key: ['realm_id', 'message_id', 'version'],
  },
  topic_moves: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      stream_id: 'id',
      recipient_id: 'id',
      topic_key: 'text',
      topic: 'text',
      propagate_mode: 'text',
      from_message: 'number',
      before_message: 'number',
      worked_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
}

interface Edited {
  realm_id: number
  id: number
  /** JSON, newest first */
  edit_history: string
}

interface Edit {
  user_id: number
  timestamp: number
  prev_topic?: string
  prev_content?: string
  prev_rendered_content?: string
}

async function convert(db: AnyHandle, { realm_id, id, edit_history }: Edited): Promise<void> {
  const edits = (JSON.parse(edit_history) as Edit[]).reverse()
  for (const [index, edit] of edits.entries()) {
    const { prev_topic = null, prev_content = null, prev_rendered_content = null } = edit
    const texts = [prev_topic, prev_topic, prev_content, prev_rendered_content]
    await db
      .insertInto('message_edits')
      .values({
        realm_id,
        message_id: id,
        version: index + 1,
        user_id: edit.user_id,
        edited_at: edit.timestamp,
        bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
        prev_topic,
        prev_content,
        prev_rendered_content,
      })
      .execute()
  }
}
