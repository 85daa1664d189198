import type { TelephonyDb } from '../../telephony-platform.ts'
import type { FaxDestinationsTable } from '../faxes/fax-tables.ts'

export async function insertDestination(db: TelephonyDb, row: FaxDestinationsTable): Promise<void> {
  await db.insertInto('fax_destinations').values(row).execute()
}

export async function findDestination(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<FaxDestinationsTable | undefined> {
  return db
    .selectFrom('fax_destinations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** In the order of creation. */
export async function listDestinations(db: TelephonyDb, companyId: number): Promise<FaxDestinationsTable[]> {
  return db
    .selectFrom('fax_destinations')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
}

export async function updateDestinationRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<FaxDestinationsTable>,
): Promise<void> {
  await db
    .updateTable('fax_destinations')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteDestinationRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('fax_destinations').where('company_id', '=', companyId).where('id', '=', id).execute()
}
