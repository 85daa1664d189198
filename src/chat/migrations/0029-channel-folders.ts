import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Streams can be in folders. */
export async function createChannelFolders(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  await db.schema.alterTable('streams').addColumn('folder_id', 'bigint').execute()
}

const tables: Record<string, TablePlan> = {
  channel_folders: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      description: 'text',
      rendered_description: 'text',
      creator_id: 'number',
      created_at: 'number',
      is_archived: 'flag',
      sort_order: 'number',
    },
    key: ['realm_id', 'id'],
  },
}
