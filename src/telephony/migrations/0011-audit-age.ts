import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createIndexes } from '../../platform/database/schema/create-tables.ts'

/** Old entries of the audit trail are deleted. */
export async function indexAuditAge(db: AnyHandle): Promise<void> {
  await createIndexes(db, [['audit_entries', ['at']]])
}
