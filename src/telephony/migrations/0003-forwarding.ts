import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Extensions whose calls go to another number. */
export const createForwardings = (db: AnyHandle, engine: Engine): Promise<void> =>
  createTables(db, tables, [], engine)

const tables: Record<string, TablePlan> = {
  forwardings: {
    columns: {
      company_id: 'id',
      extension_id: 'text',
      user_id: 'text?',
      number: 'text',
      created_at: 'number',
    },
    key: ['company_id', 'extension_id'],
  },
}
