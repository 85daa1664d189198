import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createOutboxTable } from '../../platform/outbox/create-outbox-table.ts'

/** One outbox replaces the queues of mails, of posts to services, of push notifications and of exports. */
export async function createOutbox(db: AnyHandle, engine: Engine): Promise<void> {
  await createOutboxTable(db, engine)
  for (const table of ['mail_outbox', 'webhook_posts', 'push_posts']) {
    await db.schema.dropTable(table).execute()
  }
  for (const table of ['bot_services', 'realm_exports']) {
    for (const column of ['lease_holder', 'lease_until']) {
      await db.schema.alterTable(table).dropColumn(column).execute()
    }
  }
}
