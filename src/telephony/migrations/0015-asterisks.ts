import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Which Asterisk serves an instance. There was one before. */
export async function addAsterisks(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('instances')
    .addColumn('asterisk', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  // A new instance goes to the one with the fewest.
  await db.schema.createIndex('instances_by_asterisk').on('instances').column('asterisk').execute()
}
