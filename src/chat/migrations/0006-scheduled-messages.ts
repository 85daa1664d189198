import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export async function createScheduledMessages(db: AnyHandle): Promise<void> {
  await createTables(db, tables, indexes)
  // All existing rows are muted topics: 1.
  await db.schema
    .alterTable('muted_topics')
    .addColumn('visibility_policy', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

const tables: Record<string, TablePlan> = {
  scheduled_messages: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      stream_id: 'number?',
      people: 'text?',
      topic: 'text',
      content: 'text',
      rendered_content: 'text',
      client: 'text',
      read_by_sender: 'flag',
      deliver_at: 'number',
      failed: 'flag',
      failure_message: 'text?',
      created_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  reminders: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      message_id: 'id',
      note: 'text',
      deliver_at: 'number',
      created_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
}

const indexes: IndexPlan[] = [
  ['scheduled_messages', ['realm_id', 'user_id']],
  // Across all organizations: the server looks for the next due message anywhere.
  ['scheduled_messages', ['failed', 'deliver_at']],
  ['reminders', ['realm_id', 'user_id']],
  ['reminders', ['deliver_at', 'id']],
]
