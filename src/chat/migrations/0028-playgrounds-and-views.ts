import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Places to run code of messages, and the views that people keep in their navigation. */
export const createPlaygroundsAndViews = (db: AnyHandle) => createTables(db, tables, [])

const tables: Record<string, TablePlan> = {
  realm_playgrounds: {
    columns: { realm_id: 'id', id: 'id', name: 'text', pygments_language: 'text', url_template: 'text' },
    key: ['realm_id', 'id'],
  },
  navigation_views: {
    columns: { realm_id: 'id', user_id: 'id', fragment: 'text', is_pinned: 'flag', name: 'text?' },
    key: ['realm_id', 'user_id', 'fragment'],
  },
}
