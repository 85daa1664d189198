import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createOpenId = (db: AnyHandle) =>
  createTables(db, tables, [['openid_identities', ['realm_id', 'user_id', 'issuer'], 'unique']])

const tables: Record<string, TablePlan> = {
  openid_identities: {
    columns: {
      realm_id: 'id',
      issuer: 'text',
      subject: 'text',
      user_id: 'id',
      created_at: 'number',
    },
    key: ['realm_id', 'issuer', 'subject'],
  },
}
