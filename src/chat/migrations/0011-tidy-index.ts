import { sql } from 'kysely'
import type { Migration } from '../../platform/database/migration.ts'

/**
 * SQLite's index is merged by us, a few pages at a time (index-messages.ts). By itself it does so within whatever commit
 * happens to come, up to thirty milliseconds at once, and whoever sends waits for it.
 */
export const createTidyIndex: Migration['up'] = async (db, engine) => {
  if (engine !== 'sqlite') return
  await sql`insert into message_index (message_index, rank) values ('automerge', 0)`.execute(db)
}
