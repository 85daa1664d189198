import { sql } from 'kysely'
import type { Migration } from '../../platform/database/schema/migration.ts'

/**
 * The server merges SQLite's index itself, a few pages at a time (index-messages.ts). Automatic merges run inside any
 * commit, block it for up to thirty milliseconds, and delay the sender.
 */
export const createTidyIndex: Migration['up'] = async (db, engine) => {
  if (engine !== 'sqlite') return
  await sql`insert into message_index (message_index, rank) values ('automerge', 0)`.execute(db)
}
