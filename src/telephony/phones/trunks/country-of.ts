import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { locationsTable } from '../../company/locations/location.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** The country in which the numbers of an instance are dialled: that of its location, else that of the company. */
export async function countryOf(db: TelephonyDb, here: InstancesTable): Promise<string> {
  const location = await locationsTable.findBy(db, { company_id: here.company_id, pbx_uuid: here.uuid })
  return location?.profile.country || countryOfCompany(db, here.company_id)
}

export async function countryOfCompany(db: TelephonyDb, companyId: number): Promise<string> {
  return (await companiesTable.find(db, { id: companyId }))?.profile.address.country ?? ''
}
