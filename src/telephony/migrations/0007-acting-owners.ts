import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Owners can act as another user. */
export async function createActingOwners(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('audit_entries').addColumn('owner_id', 'text').execute()
}
