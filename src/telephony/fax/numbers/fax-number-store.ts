import type { TelephonyDb } from '../../telephony-platform.ts'
import type { FaxNumbersTable } from '../faxes/fax-tables.ts'

export async function insertFaxNumber(db: TelephonyDb, row: FaxNumbersTable): Promise<void> {
  await db.insertInto('fax_numbers').values(row).execute()
}

/** The first one is the default sender. */
export async function listFaxNumbers(db: TelephonyDb, companyId: number): Promise<FaxNumbersTable[]> {
  return db
    .selectFrom('fax_numbers')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
}

export async function findCompanyByFaxNumber(db: TelephonyDb, number: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('fax_numbers')
    .select('company_id')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.company_id
}
