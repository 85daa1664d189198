import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createImports = (db: AnyHandle) => createTables(db, tables, [])

const tables: Record<string, TablePlan> = {
  realm_imports: {
    columns: {
      realm_id: 'id',
      fingerprint: 'text',
      step: 'text',
      done: 'number',
      started_at: 'number',
      finished_at: 'number?',
    },
    key: ['realm_id'],
  },
}
