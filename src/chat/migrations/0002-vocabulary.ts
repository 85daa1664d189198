import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createVocabulary = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  linkifiers: {
    columns: { realm_id: 'id', id: 'id', pattern: 'text', url_template: 'text', sort_order: 'number' },
    key: ['realm_id', 'id'],
  },
  user_groups: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      name_key: 'text',
      description: 'text',
      creator_id: 'number?',
      created_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  user_group_members: {
    columns: { realm_id: 'id', group_id: 'id', user_id: 'id' },
    key: ['realm_id', 'group_id', 'user_id'],
  },
}

const indexes: IndexPlan[] = [
  ['linkifiers', ['realm_id', 'pattern'], 'unique'],
  ['user_groups', ['realm_id', 'name_key'], 'unique'],
  ['user_group_members', ['realm_id', 'user_id']],
]
