import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createBotsAndOrganization = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  bot_services: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      base_url: 'text',
      interface: 'number',
      token_sealed: 'text',
      secret_sealed: 'text',
      lease_holder: 'text',
      lease_until: 'number',
    },
    key: ['realm_id', 'user_id'],
  },
  webhook_posts: {
    columns: {
      realm_id: 'id',
      id: 'id',
      bot_id: 'id',
      message_id: 'id',
      trigger: 'text',
      attempts: 'number',
      next_attempt_at: 'number',
      created_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  bot_storage: {
    columns: { realm_id: 'id', user_id: 'id', key: 'text', value: 'text', size: 'number' },
    key: ['realm_id', 'user_id', 'key'],
  },
  realm_exports: {
    columns: {
      realm_id: 'id',
      id: 'id',
      acting_user_id: 'id',
      created_at: 'number',
      file: 'text',
      finished_at: 'number?',
      failed_at: 'number?',
      deleted_at: 'number?',
      lease_holder: 'text',
      lease_until: 'number',
    },
    key: ['realm_id', 'id'],
  },
}

const indexes: IndexPlan[] = [
  ['webhook_posts', ['realm_id', 'bot_id', 'id']],
  ['webhook_posts', ['next_attempt_at']],
]
