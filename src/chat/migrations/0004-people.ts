import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createPeople = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  presences: {
    columns: { realm_id: 'id', user_id: 'id', clients: 'text', seen_at: 'number' },
    key: ['realm_id', 'user_id'],
  },
  person_statuses: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      away: 'flag',
      status_text: 'text',
      emoji_name: 'text',
      emoji_code: 'text',
      reaction_type: 'text',
    },
    key: ['realm_id', 'user_id'],
  },
  muted_users: {
    columns: { realm_id: 'id', user_id: 'id', muted_user_id: 'id', muted_at: 'number' },
    key: ['realm_id', 'user_id', 'muted_user_id'],
  },
  pointers: {
    columns: { realm_id: 'id', user_id: 'id', message_id: 'id' },
    key: ['realm_id', 'user_id'],
  },
}

const indexes: IndexPlan[] = [
  ['presences', ['realm_id', 'seen_at']],
  ['profile_values', ['realm_id', 'field_id']],
  ['users', ['realm_id', 'bot_owner_id']],
]
