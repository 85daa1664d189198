import type { TelephonyDb } from '../../telephony-platform.ts'
import type { TextingEarlyReceiptsTable } from '../texting-tables.ts'

export type EarlyReceipt = TextingEarlyReceiptsTable

export async function findEarlyReceipt(
  db: TelephonyDb,
  carrierId: string,
): Promise<EarlyReceipt | undefined> {
  return db
    .selectFrom('texting_early_receipts')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst()
}

export async function listEarlyReceipts(db: TelephonyDb, limit: number): Promise<EarlyReceipt[]> {
  return db.selectFrom('texting_early_receipts').selectAll().orderBy('received_at').limit(limit).execute()
}

export async function putEarlyReceipt(db: TelephonyDb, receipt: EarlyReceipt): Promise<void> {
  const { carrier_id: _, ...values } = receipt
  await db
    .insertInto('texting_early_receipts')
    .values(receipt)
    .onConflict((on) => on.column('carrier_id').doUpdateSet(values))
    .execute()
}

/** Unless a later one has replaced it. */
export async function deleteEarlyReceipt(
  db: TelephonyDb,
  { carrier_id, status }: EarlyReceipt,
): Promise<void> {
  await db
    .deleteFrom('texting_early_receipts')
    .where('carrier_id', '=', carrier_id)
    .where('status', '=', status)
    .execute()
}

export async function forgetEarlyReceiptsBefore(db: TelephonyDb, before: number): Promise<void> {
  await db.deleteFrom('texting_early_receipts').where('received_at', '<', before).execute()
}
