import type { Kysely } from 'kysely'

/** Streams may override the organization's retention. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export async function createMessageRetention(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('streams').addColumn('message_retention_days', 'bigint').execute()
}
