import type { AnyHandle } from '../../platform/database/any-handle.ts'

/**
 * Since when somebody has a number, and which person invited a user. People who have a number already keep what they see.
 */
export async function addAssignmentsAndInviters(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('texting_number_users')
    .addColumn('assigned_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('contacts').addColumn('invited_by', 'text').execute()
}
