import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Profile fields that people must fill in or cannot change, and passwords to be changed. */
export async function extendPeople(db: AnyHandle): Promise<void> {
  for (const [name, otherwise] of [
    ['required', 0],
    ['editable_by_user', 1],
  ] as const) {
    await db.schema
      .alterTable('profile_fields')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(sql.lit(otherwise)))
      .execute()
  }
  await createTables(
    db,
    {
      weak_passwords: {
        columns: { realm_id: 'id', user_id: 'id', password_hash: 'text' },
        key: ['realm_id', 'user_id'],
      },
    },
    [],
  )
}
