import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createTextingTables = (db: AnyHandle, engine: Engine) =>
  createTables(db, tables, indexes, engine)

const tables: Record<string, TablePlan> = {
  texting_numbers: {
    columns: { company_id: 'id', number: 'text', created_at: 'number', updated_at: 'number' },
    key: ['company_id', 'number'],
  },
  texting_number_users: {
    columns: { company_id: 'id', number: 'text', contact_id: 'text' },
    key: ['company_id', 'number', 'contact_id'],
  },
  texting_contacts: {
    columns: {
      company_id: 'id',
      id: 'text',
      number: 'text',
      first_name: 'text',
      last_name: 'text',
      email: 'text',
      search_text: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  texting_opt_outs: {
    columns: { company_id: 'id', number: 'text', created_at: 'number' },
    key: ['company_id', 'number'],
  },
  texting_conversations: {
    columns: {
      company_id: 'id',
      id: 'text',
      from_number: 'text',
      conversation_type: 'text',
      name: 'text',
      name_key: 'text',
      recipients_key: 'text',
      timezone: 'text',
      pinned_at: 'number?',
      unread_count: 'number',
      has_direct_msg: 'flag',
      has_hidden_msg: 'flag',
      last_message_id: 'text?',
      last_message_at: 'number?',
      last_activity_at: 'number',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  texting_recipients: {
    columns: { company_id: 'id', conversation_id: 'text', contact_id: 'text', place: 'number' },
    key: ['company_id', 'conversation_id', 'contact_id'],
  },
  texting_messages: {
    columns: {
      company_id: 'id',
      id: 'text',
      conversation_id: 'text',
      direction: 'text',
      frm: 'text',
      recipient: 'text',
      text: 'text',
      files: 'text',
      is_read: 'flag',
      status: 'text',
      error_code: 'text?',
      error_message: 'text?',
      segments: 'number',
      encoding: 'text',
      user_id: 'text?',
      timezone: 'text',
      carrier_id: 'text?',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  texting_attachments: {
    columns: { company_id: 'id', file_id: 'text', message_id: 'text' },
    key: ['company_id', 'file_id', 'message_id'],
  },
  texting_outbox: {
    columns: {
      company_id: 'id',
      message_id: 'text',
      conversation_id: 'text',
      attempts: 'number',
      next_attempt_at: 'number',
    },
    key: ['company_id', 'message_id'],
  },
  texting_received: {
    columns: { company_id: 'id', carrier_id: 'text', received_at: 'number' },
    key: ['company_id', 'carrier_id'],
  },
  texting_early_receipts: {
    columns: {
      carrier_id: 'text',
      status: 'text',
      error_code: 'text?',
      error_message: 'text?',
      received_at: 'number',
    },
    key: ['carrier_id'],
  },
}

const indexes: IndexPlan[] = [
  ['texting_numbers', ['number'], 'unique'],
  ['texting_number_users', ['company_id', 'contact_id']],
  ['texting_contacts', ['company_id', 'number'], 'unique'],
  ['texting_conversations', ['company_id', 'from_number', 'recipients_key'], 'unique'],
  ['texting_conversations', ['company_id', 'last_activity_at']],
  ['texting_recipients', ['company_id', 'contact_id']],
  ['texting_messages', ['company_id', 'conversation_id', 'id']],
  ['texting_messages', ['carrier_id']],
  ['texting_attachments', ['company_id', 'message_id']],
  ['texting_outbox', ['company_id', 'conversation_id', 'message_id']],
  ['texting_outbox', ['next_attempt_at']],
  ['texting_received', ['received_at']],
]
