import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createOutboxTable } from '../../platform/outbox/create-outbox-table.ts'

/** One outbox replaces the queues of mails, texts, faxes, webhooks and imports. */
export async function createOutbox(db: AnyHandle, engine: Engine): Promise<void> {
  await createOutboxTable(db, engine)
  for (const table of ['fax_mails', 'limit_mails', 'voicemail_mails', 'invitation_mails', 'texting_outbox']) {
    await db.schema.dropTable(table).execute()
  }
  await db.schema.dropIndex('fax_messages_by_next_attempt_at').execute()
  await db.schema.alterTable('fax_messages').dropColumn('next_attempt_at').execute()
  await db.schema.dropIndex('extension_imports_by_status_next_attempt_at').execute()
  await db.schema.alterTable('extension_imports').dropColumn('next_attempt_at').execute()
  for (const column of ['lease_holder', 'lease_until']) {
    await db.schema.alterTable('webhooks').dropColumn(column).execute()
  }
}
