import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createFaxAndFileTables = (db: AnyHandle, engine: Engine) =>
  createTables(db, tables, indexes, engine)

const tables: Record<string, TablePlan> = {
  files: {
    columns: {
      company_id: 'id',
      id: 'text',
      internal_id: 'number',
      user_id: 'text?',
      name: 'text',
      description: 'text',
      content: 'text?',
      mimetype: 'text',
      size: 'number',
      uploaded_name: 'text',
      uploaded_at: 'number?',
      preview_size: 'number',
      created_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  file_previews: {
    columns: { company_id: 'id', file_id: 'text', filename: 'text', mimetype: 'text', base64: 'text' },
    key: ['company_id', 'file_id'],
  },
  fax_messages: {
    columns: {
      company_id: 'id',
      id: 'text',
      direction: 'text',
      status: 'text',
      error: 'text?',
      from_number: 'text',
      from_name: 'text',
      to_number: 'text',
      to_name: 'text',
      subject: 'text',
      pages: 'number',
      is_read: 'flag',
      file_id: 'text',
      owns_file: 'flag',
      origin_id: 'text?',
      user_id: 'text?',
      search_text: 'text',
      attempts: 'number',
      next_attempt_at: 'number?',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  fax_numbers: {
    columns: { company_id: 'id', number: 'text', created_at: 'number' },
    key: ['company_id', 'number'],
  },
  fax_destinations: {
    columns: { company_id: 'id', id: 'text', emails: 'text', created_at: 'number', updated_at: 'number' },
    key: ['company_id', 'id'],
  },
  fax_mails: {
    columns: {
      company_id: 'id',
      id: 'text',
      fax_id: 'text',
      email: 'text',
      attempts: 'number',
      next_attempt_at: 'number',
      created_at: 'number',
    },
    key: ['company_id', 'id'],
  },
}

const indexes: IndexPlan[] = [
  ['files', ['company_id', 'user_id', 'id']],
  ['fax_messages', ['id']],
  ['fax_messages', ['company_id', 'file_id']],
  ['fax_messages', ['company_id', 'origin_id'], 'unique'],
  ['fax_messages', ['next_attempt_at']],
  ['fax_numbers', ['number'], 'unique'],
  ['fax_mails', ['next_attempt_at']],
  ['fax_mails', ['company_id', 'fax_id']],
  // The sender of a mail to be faxed is found by address alone.
  ['contacts', ['email_key']],
]
