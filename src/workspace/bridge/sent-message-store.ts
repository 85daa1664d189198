import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'
import type { SentMessagesTable, SentTables } from './bridge-tables.ts'

/** The tables of the bridge, over a handle of the telephony. */
const within = (db: TelephonyDb): Handle<SentTables> => uncheckedCast(db)

export async function insertSentMessage(db: TelephonyDb, row: SentMessagesTable): Promise<void> {
  await within(db).insertInto('sent_messages').values(row).execute()
}

/** The message that a text was sent from; undefined: it comes from elsewhere. */
export async function findSentMessage(
  db: TelephonyDb,
  companyId: number,
  textId: string,
): Promise<number | undefined> {
  const row = await within(db)
    .selectFrom('sent_messages')
    .select('message_id')
    .where('company_id', '=', companyId)
    .where('text_id', '=', textId)
    .executeTakeFirst()
  return row?.message_id
}

export async function findLastSent(db: TelephonyDb, companyId: number): Promise<number | undefined> {
  const row = await within(db)
    .selectFrom('sent_positions')
    .select('message_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.message_id
}

export async function startAfterMessage(
  db: TelephonyDb,
  companyId: number,
  messageId: number,
): Promise<void> {
  await within(db)
    .insertInto('sent_positions')
    .values({ company_id: companyId, message_id: messageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false if another server has gone on from there. */
export async function moveLastSent(
  db: TelephonyDb,
  companyId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const moved = await within(db)
    .updateTable('sent_positions')
    .set({ message_id: to })
    .where('company_id', '=', companyId)
    .where('message_id', '=', from)
    .returning('company_id')
    .executeTakeFirst()
  return moved !== undefined
}
