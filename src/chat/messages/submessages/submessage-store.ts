import { sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'
import type { SubmessagesTable } from './submessages-table.ts'

export async function insertSubmessage(db: Db, row: SubmessagesTable): Promise<void> {
  await db.insertInto('submessages').values(row).execute()
}

/** Sender and size of each submessage of a message. */
export async function listSubmessageSizes(
  db: Db,
  realmId: number,
  messageId: number,
): Promise<{ sender_id: number; bytes: number }[]> {
  return db
    .selectFrom('submessages')
    .select(['sender_id', sql<number>`octet_length(content)`.as('bytes')])
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
}
