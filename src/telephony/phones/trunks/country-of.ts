import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { findLocationOfInstance } from '../../company/locations/location-store.ts'
import { findCompany } from '../../identity/company-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'

/** The country in which the numbers of an instance are dialled: that of its location, else that of the company. */
export async function countryOf(db: TelephonyDb, here: InstancesTable): Promise<string> {
  const location = await findLocationOfInstance(db, here.company_id, here.uuid)
  return location?.profile.country || countryOfCompany(db, here.company_id)
}

export async function countryOfCompany(db: TelephonyDb, companyId: number): Promise<string> {
  return (await findCompany(db, companyId))?.profile.address.country ?? ''
}
