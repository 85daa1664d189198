import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createWebPush = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  push_keys: {
    columns: { id: 'id', public_key: 'text', private_key_sealed: 'text' },
    key: ['id'],
  },
  push_subscriptions: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      session_id: 'id',
      endpoint_hash: 'text',
      target_sealed: 'text',
      failures: 'number',
      created_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  push_marks: {
    columns: { realm_id: 'id', message_id: 'id' },
    key: ['realm_id'],
  },
  push_posts: {
    columns: {
      realm_id: 'id',
      subscription_id: 'id',
      message_id: 'id',
      attempts: 'number',
      next_attempt_at: 'number',
      created_at: 'number',
    },
    key: ['realm_id', 'subscription_id', 'message_id'],
  },
}

const indexes: IndexPlan[] = [
  ['push_subscriptions', ['realm_id', 'endpoint_hash'], 'unique'],
  ['push_subscriptions', ['realm_id', 'user_id']],
  ['push_subscriptions', ['realm_id', 'session_id']],
  ['push_posts', ['next_attempt_at']],
]
