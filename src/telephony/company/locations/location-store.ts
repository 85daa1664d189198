import type { TelephonyDb } from '../../telephony-platform.ts'
import { type Location, locationOf } from './location.ts'
import type { LocationsTable } from './locations-table.ts'

export async function insertLocation(db: TelephonyDb, location: LocationsTable): Promise<void> {
  await db.insertInto('locations').values(location).execute()
}

export async function listLocations(db: TelephonyDb, companyId: number): Promise<Location[]> {
  const rows = await db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(locationOf)
}

export async function findLocation(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<Location | undefined> {
  const row = await db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && locationOf(row)
}

/** The location whose PBX instance this is. */
export async function findLocationOfInstance(
  db: TelephonyDb,
  companyId: number,
  uuid: string,
): Promise<Location | undefined> {
  const row = await db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('pbx_uuid', '=', uuid)
    .executeTakeFirst()
  return row && locationOf(row)
}

export async function updateLocationRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  changes: Partial<LocationsTable>,
): Promise<void> {
  await db
    .updateTable('locations')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteLocationRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('locations').where('company_id', '=', companyId).where('id', '=', id).execute()
}
