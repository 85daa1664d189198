import type { Db } from '../chat.ts'
import type { SubmessagesTable } from './submessages-table.ts'

export async function insertSubmessage(db: Db, row: SubmessagesTable): Promise<void> {
  await db.insertInto('submessages').values(row).execute()
}

/** Who has attached something to a message: once for each submessage. */
export async function listSubmessageSenders(db: Db, realmId: number, messageId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('submessages')
    .select('sender_id')
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
  return rows.map((row) => row.sender_id)
}
