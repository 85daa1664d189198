import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createMessageExtras = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  reactions: {
    columns: {
      realm_id: 'id',
      message_id: 'id',
      reaction_type: 'text',
      emoji_code: 'text',
      user_id: 'id',
      id: 'id',
      emoji_name: 'text',
    },
    key: ['realm_id', 'message_id', 'reaction_type', 'emoji_code', 'user_id'],
  },
  submessages: {
    columns: {
      realm_id: 'id',
      message_id: 'id',
      id: 'id',
      sender_id: 'id',
      msg_type: 'text',
      content: 'text',
    },
    key: ['realm_id', 'message_id', 'id'],
  },
  drafts: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      id: 'id',
      type: 'text',
      recipients: 'text',
      topic: 'text',
      content: 'text',
      edited_at: 'number',
    },
    key: ['realm_id', 'user_id', 'id'],
  },
  saved_snippets: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      id: 'id',
      title: 'text',
      content: 'text',
      created_at: 'number',
    },
    key: ['realm_id', 'user_id', 'id'],
  },
}

/** Read receipts look up by recipient instead of by reader. */
const indexes: IndexPlan[] = [['receptions', ['realm_id', 'recipient_id']]]
