import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Who is not in the directory by name, and the names that were spoken for it. */
export const createNameDirectory = (db: AnyHandle, engine: Engine): Promise<void> =>
  createTables(db, tables, [], engine)

const tables: Record<string, TablePlan> = {
  unlisted_extensions: {
    columns: { company_id: 'id', extension_id: 'text', user_id: 'text?' },
    key: ['company_id', 'extension_id'],
  },
  spoken_names: {
    columns: { company_id: 'id', extension_id: 'text', language: 'text', text: 'text', prompt_id: 'text' },
    key: ['company_id', 'extension_id', 'language'],
  },
}
