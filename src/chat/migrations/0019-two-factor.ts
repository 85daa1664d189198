import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createTwoFactor = (db: AnyHandle) => createTables(db, tables, [])

const tables: Record<string, TablePlan> = {
  two_factors: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      secret_sealed: 'text',
      last_step: 'number',
      confirmed_at: 'number?',
    },
    key: ['realm_id', 'user_id'],
  },
  recovery_codes: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      code_hash: 'text',
    },
    key: ['realm_id', 'user_id', 'code_hash'],
  },
}
