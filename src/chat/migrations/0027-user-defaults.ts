import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Organizations choose the personal settings of people who join. */
export async function createUserDefaults(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('realms')
    .addColumn('user_defaults', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
