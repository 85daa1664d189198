import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Every registration looks up the user's queues. */
export async function createQueuesByUser(db: AnyHandle): Promise<void> {
  await createTables(db, {}, [['event_queues', ['realm_id', 'user_id']]])
}
