import { listInstances } from '../../company/instances/instance-store.ts'
import { listLocations } from '../../company/locations/location-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { countryOfCompany } from '../calls/country-of.ts'
import { callerIdOf } from '../calls/outgoing-caller-id.ts'
import { emergencyNumbersOf } from '../extension-data/emergency-numbers.ts'
import type { PbxEmergencyRoute } from '../pbx/pbx-trunk.ts'
import type { Trunk } from './trunk.ts'

/** How the PBX places emergency calls while we are down: for each instance of companies with trunks. */
export async function planEmergencyFallback(
  db: TelephonyDb,
  trunks: readonly Trunk[],
): Promise<PbxEmergencyRoute[]> {
  const routes: PbxEmergencyRoute[] = []
  for (const companyId of new Set(trunks.map((trunk) => trunk.company_id))) {
    const own = trunks
      .filter((trunk) => trunk.company_id === companyId)
      .toSorted((one, other) => one.place - other.place)
    const locations = await listLocations(db, companyId)
    const fallback = await countryOfCompany(db, companyId)
    for (const { uuid, domain } of await listInstances(db, companyId)) {
      const location = locations.find((one) => one.pbx_uuid === uuid)
      const country = location?.profile.country || fallback
      const { number: callerId } = callerIdOf(location?.profile.callerid || own[0]!.callerid, '', country)
      for (const number of emergencyNumbersOf(country)) {
        routes.push({ domain, number: String(number), trunks: own.map(({ id }) => id), callerId })
      }
    }
  }
  return routes
}
