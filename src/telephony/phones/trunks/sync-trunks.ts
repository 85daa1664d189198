import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { locationsTable } from '../../company/locations/location.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { emergencyNumbersOf } from '../extension-data/emergency-numbers.ts'
import type { PbxEmergencyRoute } from '../pbx/pbx-trunk.ts'
import type { Phones } from '../phones.ts'
import { countryOfCompany } from './country-of.ts'
import { callerIdOf } from './outgoing-caller-id.ts'
import { pbxTrunkOf, type Trunk } from './trunk.ts'
import { findFirstTrunks, listEnabledTrunks } from './trunk-store.ts'

/** Gives the PBX the trunks of the database. */
export async function syncTrunks(phones: Phones): Promise<void> {
  const { database, nodeId, pbx, secrets } = phones
  const { trunks } = pbx
  if (!trunks) return
  await runExclusive(`${nodeId} trunks`, async () => {
    const enabled = await listEnabledTrunks(database.read)
    const first = await findFirstTrunks(database.read)
    await trunks.replaceAll(
      enabled.map((trunk) => {
        const addresses = [...first].flatMap(([address, id]) => (id === trunk.id ? [address] : []))
        return pbxTrunkOf(secrets, { ...trunk, addresses })
      }),
      await planEmergencyFallback(database.read, enabled),
    )
  })
}

/** After a change. If the PBX does not take it now, a job tries again; the state of the trunk stays unknown until then. */
export async function syncTrunksNow(phones: Phones): Promise<void> {
  await syncTrunks(phones).catch((error) =>
    phones.log.warn({ err: error }, 'the PBX did not accept the trunks; trying again'),
  )
}

/** How the PBX places emergency calls while we are down: for each instance of companies with trunks. */
async function planEmergencyFallback(
  db: TelephonyDb,
  trunks: readonly Trunk[],
): Promise<PbxEmergencyRoute[]> {
  const routes: PbxEmergencyRoute[] = []
  for (const companyId of new Set(trunks.map((trunk) => trunk.company_id))) {
    const own = trunks
      .filter((trunk) => trunk.company_id === companyId)
      .toSorted((one, other) => one.place - other.place)
    const locations = await locationsTable.list(db, { company_id: companyId })
    const fallback = await countryOfCompany(db, companyId)
    for (const { uuid, domain } of await instancesTable.list(db, { company_id: companyId })) {
      const location = locations.find((one) => one.pbx_uuid === uuid)
      const country = location?.profile.country || fallback
      const { number } = callerIdOf(location?.profile.callerid || own[0]!.callerid, '', country)
      const callerId = number || own[0]!.username || 'anonymous'
      for (const emergency of emergencyNumbersOf(country)) {
        routes.push({ domain, number: String(emergency), trunks: own.map(({ id }) => id), callerId })
      }
    }
  }
  return routes
}
