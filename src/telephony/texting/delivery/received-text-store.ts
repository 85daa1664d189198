import type { TelephonyDb } from '../../telephony-platform.ts'

export async function wasReceived(db: TelephonyDb, companyId: number, carrierId: string): Promise<boolean> {
  const row = await db
    .selectFrom('texting_received')
    .select('carrier_id')
    .where('company_id', '=', companyId)
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst()
  return row !== undefined
}

/** The key of the table ensures that each id is stored once. */
export async function insertReceived(
  db: TelephonyDb,
  companyId: number,
  carrierId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('texting_received')
    .values({ company_id: companyId, carrier_id: carrierId, received_at: now })
    .execute()
}

export async function deleteReceivedBefore(db: TelephonyDb, before: number): Promise<void> {
  await db.deleteFrom('texting_received').where('received_at', '<', before).execute()
}
