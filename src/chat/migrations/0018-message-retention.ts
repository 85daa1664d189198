import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Streams may override the organization's retention. */
export async function createMessageRetention(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('streams').addColumn('message_retention_days', 'bigint').execute()
}
