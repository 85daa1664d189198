import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Files with people that administrators upload, and what their rows do. */
export const createPeopleImports = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      people_imports: {
        columns: {
          realm_id: 'id',
          id: 'id',
          acting_user_id: 'id',
          name: 'text',
          created_at: 'number',
          started_at: 'number?',
          finished_at: 'number?',
          problem: 'text?',
          total: 'number',
          wrong: 'number',
          done: 'number',
          failed: 'number',
        },
        key: ['realm_id', 'id'],
      },
      people_import_rows: {
        columns: {
          realm_id: 'id',
          import_id: 'id',
          line: 'number',
          user_id: 'number?',
          email: 'text',
          action: 'text',
          plan: 'text',
          problem: 'text?',
          done_at: 'number?',
        },
        key: ['realm_id', 'import_id', 'line'],
      },
    },
    [
      ['people_imports', ['created_at']],
      ['people_import_rows', ['realm_id', 'user_id']],
    ],
    engine,
  )
