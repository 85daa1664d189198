import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createWebhookAndStatusTables = (db: AnyHandle, engine: Engine) =>
  createTables(db, tables, indexes, engine)

const tables: Record<string, TablePlan> = {
  user_statuses: {
    columns: {
      company_id: 'id',
      user_id: 'text',
      main_status: 'text',
      manual_status: 'text',
      automatic_status: 'text',
      on_call: 'flag',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'user_id'],
  },
  webhooks: {
    columns: {
      company_id: 'id',
      id: 'text',
      url: 'text',
      events: 'text',
      description: 'text',
      enabled: 'flag',
      disabled_reason: 'text',
      secret_sealed: 'text',
      old_secret_sealed: 'text?',
      old_secret_until: 'number?',
      cursor: 'number',
      failing_since: 'number?',
      lease_holder: 'text',
      lease_until: 'number',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  webhook_deliveries: {
    columns: {
      company_id: 'id',
      webhook_id: 'text',
      number: 'id',
      id: 'text',
      event_id: 'number?',
      type: 'text',
      body: 'text',
      status: 'text',
      attempts: 'number',
      next_attempt_at: 'number?',
      last_attempt_at: 'number?',
      response_status: 'number?',
      response_body: 'text',
      error: 'text',
      delivered_at: 'number?',
      created_at: 'number',
    },
    key: ['company_id', 'webhook_id', 'number'],
  },
}

const indexes: IndexPlan[] = [
  ['webhook_deliveries', ['company_id', 'webhook_id', 'id'], 'unique'],
  ['webhook_deliveries', ['company_id', 'webhook_id', 'status', 'number']],
  // Due retries are searched across all companies.
  ['webhook_deliveries', ['status', 'next_attempt_at']],
]
