import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Stores all changes of a role that pending events may depend on. Before, a user had only the last one. */
export async function createRoleChanges(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  await sql`
    insert into role_changes (realm_id, user_id, position, previous_role)
    select realm_id, id, role_changed_at, previous_role from users where role_changed_at > 0`.execute(db)
  await db.schema.alterTable('users').dropColumn('previous_role').execute()
  await db.schema.alterTable('users').dropColumn('role_changed_at').execute()
}

const tables: Record<string, TablePlan> = {
  role_changes: {
    columns: { realm_id: 'id', user_id: 'id', position: 'number', previous_role: 'text' },
    key: ['realm_id', 'user_id', 'position'],
  },
}
