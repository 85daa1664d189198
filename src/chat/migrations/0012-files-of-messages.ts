import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** A covering index. Without the file in it, SQLite scans all links of an organization instead of using the index. */
export async function createFilesOfMessages(db: AnyHandle): Promise<void> {
  await createTables(db, {}, [['attachment_messages', ['realm_id', 'message_id', 'attachment_id']]])
  await db.schema.dropIndex('attachment_messages_by_realm_id_message_id').execute()
}
