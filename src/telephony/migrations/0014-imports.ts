import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Imports that run in the background. The rows are encrypted, since they may contain passwords. */
export const createImportTables = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      extension_imports: {
        columns: {
          company_id: 'id',
          id: 'text',
          instance_uuid: 'text',
          contact_id: 'text',
          api_key_id: 'text?',
          role: 'text?',
          owner_id: 'text?',
          status: 'text',
          total: 'number',
          created: 'number',
          failed: 'number',
          problem: 'text?',
          columns: 'text?',
          attempts: 'number',
          next_attempt_at: 'number',
          created_at: 'number',
          updated_at: 'number',
          ended_at: 'number?',
        },
        key: ['company_id', 'id'],
      },
      extension_import_rows: {
        columns: {
          company_id: 'id',
          import_id: 'text',
          row: 'number',
          line: 'number?',
          status: 'text',
          value_sealed: 'text?',
          extension_id: 'text?',
          errors: 'text',
        },
        key: ['company_id', 'import_id', 'row'],
      },
    },
    [
      ['extension_imports', ['status', 'next_attempt_at']],
      ['extension_import_rows', ['company_id', 'import_id', 'status', 'row']],
    ],
    engine,
  )
