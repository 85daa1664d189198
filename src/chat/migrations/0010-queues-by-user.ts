import type { Kysely } from 'kysely'
import { createTables } from '../../platform/database/create-tables.ts'

/** Every registration looks up the user's queues. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export async function createQueuesByUser(db: Kysely<any>): Promise<void> {
  await createTables(db, {}, [['event_queues', ['realm_id', 'user_id']]])
}
