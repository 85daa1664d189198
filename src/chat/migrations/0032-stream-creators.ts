import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** To count the streams that somebody has created today. */
export async function indexStreamCreators(db: AnyHandle): Promise<void> {
  await db.schema
    .createIndex('streams_by_creator')
    .on('streams')
    .columns(['realm_id', 'creator_id', 'created_at'])
    .execute()
}
