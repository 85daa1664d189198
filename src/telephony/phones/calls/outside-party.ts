import { type InstancesTable, instancesTable } from '../../company/instances/instances-table.ts'
import { type Company, companiesTable } from '../../identity/company.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findEmergencyNumber, findOutboundRoute } from '../outbound-routes/find-outbound-route.ts'
import { formatParty, isExternal } from '../pbx/call-party.ts'
import type { CallParty, ExternalParty } from '../pbx/pbx.ts'
import { findDialled } from '../routing/find-dialled.ts'
import { countryOf } from '../trunks/country-of.ts'
import { isServiceNumber } from '../trunks/dialled-number.ts'
import { trunksTable } from '../trunks/trunks-table.ts'
import type { CallPartiesTable } from './calls-table.ts'

/** The company whose phone or trunk it is. */
export async function companyOf(db: TelephonyDb, caller: CallParty): Promise<Company | undefined> {
  const owner = isExternal(caller)
    ? await trunksTable.findBy(db, { id: caller.trunk })
    : await instancesTable.findBy(db, { domain: caller.domain })
  return owner && companiesTable.find(db, { id: owner.company_id })
}

/** The direction of a call, and the dialled number. Providers write numbers in many ways, so those are normalized. */
export async function directionOf(
  db: TelephonyDb,
  company: Company,
  caller: CallParty,
  dialled: string,
): Promise<{ direction: string; dialled: string; isEmergency: boolean }> {
  if (isExternal(caller)) {
    const number = normalizeNumber(dialled, company.profile.address.country) ?? dialled
    return { direction: 'inbound', dialled: number, isEmergency: false }
  }
  const instance = await instancesTable.findBy(db, { domain: caller.domain })
  if (!instance) return { direction: 'internal', dialled, isEmergency: false }
  const isEmergency = (await findEmergencyNumber(db, instance, dialled)) !== undefined
  const isOutside = isEmergency || (await isCalledOutside(db, instance, dialled))
  return { direction: isOutside ? 'outbound' : 'internal', dialled, isEmergency }
}

/** A service number goes to a provider if nobody here has it. */
async function isCalledOutside(db: TelephonyDb, here: InstancesTable, dialled: string): Promise<boolean> {
  const { company_id: companyId, uuid: instanceUuid } = here
  if (await findDialled(db, here, dialled)) return false
  const country = await countryOf(db, here)
  const call = { companyId, instanceUuid, country, dialled, isDirect: true }
  if (!(await findOutboundRoute(db, call))) return false
  if (!isServiceNumber(dialled)) return true
  return (await trunksTable.list(db, { company_id: here.company_id, enabled: 1 })).length > 0
}

/** Somebody outside as a party of a call. */
export const outsideParty = (company: Company, callId: string, party: ExternalParty): CallPartiesTable => ({
  company_id: company.id,
  call_id: callId,
  role: 'called',
  address: formatParty(party),
  number: isServiceNumber(party.number)
    ? party.number
    : (normalizeNumber(party.number, company.profile.address.country) ?? party.number),
  name: party.name,
  extension_id: null,
  user_id: null,
  instance_uuid: null,
  trunk_id: party.trunk,
  outcome: null,
  encryption: null,
  position: 0,
})
