import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export async function createFiles(db: AnyHandle): Promise<void> {
  await createTables(db, tables, indexes)
  await db.schema.alterTable('realms').addColumn('icon_url', 'text').execute()
  await db.schema.alterTable('realm_emoji').addColumn('still_url', 'text').execute()
  await db.schema.alterTable('realm_emoji').addColumn('live_name', 'text').execute()
  await sql`
    update realm_emoji set live_name = name
    where deactivated = 0 and id = (
      select min(other.id) from realm_emoji as other
      where other.realm_id = realm_emoji.realm_id and other.name = realm_emoji.name and other.deactivated = 0
    )`.execute(db)
  await db.schema
    .createIndex('realm_emoji_by_live_name')
    .on('realm_emoji')
    .columns(['realm_id', 'live_name'])
    .unique()
    .execute()
}

const tables: Record<string, TablePlan> = {
  attachments: {
    columns: {
      realm_id: 'id',
      id: 'id',
      token: 'text',
      name: 'text',
      path_id: 'text',
      owner_id: 'id',
      mimetype: 'text',
      size: 'number',
      created_at: 'number',
      was_claimed: 'flag',
    },
    key: ['realm_id', 'id'],
  },
  attachment_messages: {
    columns: { realm_id: 'id', attachment_id: 'id', message_id: 'id' },
    key: ['realm_id', 'attachment_id', 'message_id'],
  },
  upload_totals: {
    columns: { realm_id: 'id', bytes: 'number' },
    key: ['realm_id'],
  },
}

const indexes: IndexPlan[] = [
  ['attachments', ['realm_id', 'token'], 'unique'],
  ['attachments', ['realm_id', 'owner_id']],
  ['attachments', ['was_claimed', 'created_at']],
  ['attachment_messages', ['realm_id', 'message_id']],
]
