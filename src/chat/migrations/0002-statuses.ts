import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns, createIndexes } from '../../platform/database/schema/create-tables.ts'

/** Statuses that end by themselves and silence notices; the cursor of push notifications also serves mails. */
export async function extendStatuses(db: AnyHandle, engine: Engine): Promise<void> {
  const columns = { do_not_disturb: 'flag', clear_at: 'number?' } as const
  await addColumns(db, 'person_statuses', columns, { do_not_disturb: 0 }, engine)
  await createIndexes(db, [['person_statuses', ['clear_at']]])
  await db.schema.alterTable('push_marks').renameTo('notification_marks').execute()
}
