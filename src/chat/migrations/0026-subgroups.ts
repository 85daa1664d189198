import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** User groups can contain other groups, and can be deactivated. */
export async function createSubgroups(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  await db.schema
    .alterTable('user_groups')
    .addColumn('deactivated', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

const tables: Record<string, TablePlan> = {
  user_group_subgroups: {
    columns: { realm_id: 'id', group_id: 'id', subgroup_id: 'id' },
    key: ['realm_id', 'group_id', 'subgroup_id'],
  },
}
