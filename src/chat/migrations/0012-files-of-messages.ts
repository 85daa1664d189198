import type { Kysely } from 'kysely'
import { createTables } from '../../platform/database/create-tables.ts'

/** With the file in it: SQLite reads all links of an organization rather than look up the row of each. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export async function createFilesOfMessages(db: Kysely<any>): Promise<void> {
  await createTables(db, {}, [['attachment_messages', ['realm_id', 'message_id', 'attachment_id']]])
  await db.schema.dropIndex('attachment_messages_by_realm_id_message_id').execute()
}
