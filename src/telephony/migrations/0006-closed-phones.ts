import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** The phones of an owner who has left stay shut, though the company keeps its primary user. */
export async function addClosedPhones(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('contacts')
    .addColumn('phones_closed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
