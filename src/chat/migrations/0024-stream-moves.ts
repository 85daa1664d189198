import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Messages can move to another stream. */
export async function createStreamMoves(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  await db.schema.alterTable('message_edits').addColumn('prev_stream', 'bigint').execute()
  await db.schema.alterTable('topic_moves').addColumn('to_stream_id', 'bigint').execute()
  await db.schema.alterTable('topic_moves').addColumn('to_recipient_id', 'bigint').execute()
  await sql`update topic_moves set to_stream_id = stream_id, to_recipient_id = recipient_id`.execute(db)
}

const tables: Record<string, TablePlan> = {
  arrivals: {
    columns: { realm_id: 'id', recipient_id: 'id', from_id: 'number', to_id: 'number', position: 'number' },
    key: ['realm_id', 'recipient_id', 'from_id'],
  },
}
