import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Which API key has replaced another. */
export async function addReplacedKeys(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
}
