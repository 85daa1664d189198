import { sql } from 'kysely'
import type { Db } from '../../chat.ts'
import type { SubmessagesTable } from './submessages-table.ts'

export async function insertSubmessage(db: Db, row: SubmessagesTable): Promise<void> {
  await db.insertInto('submessages').values(row).execute()
}

/** Who has attached how much to a message: once for each submessage. */
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
