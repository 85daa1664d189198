import { instancesTable } from '../../company/instances/instances-table.ts'
import { type Company, companiesTable } from '../../identity/company.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { formatParty, isExternal } from '../pbx/call-party.ts'
import type { CallParty, ExternalParty } from '../pbx/pbx.ts'
import { countryOf } from '../trunks/country-of.ts'
import { isEmergencyCall, readExternalNumber } from '../trunks/dialled-number.ts'
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
  const country = instance ? await countryOf(db, instance) : ''
  const isEmergency = isEmergencyCall(dialled, country)
  const isOutside = isEmergency || readExternalNumber(dialled, country) !== undefined
  return { direction: isOutside ? 'outbound' : 'internal', dialled, isEmergency }
}

/** Somebody outside as a party of a call. */
export const outsideParty = (company: Company, callId: string, party: ExternalParty): CallPartiesTable => ({
  company_id: company.id,
  call_id: callId,
  role: 'called',
  address: formatParty(party),
  number: normalizeNumber(party.number, company.profile.address.country) ?? party.number,
  name: party.name,
  extension_id: null,
  user_id: null,
  instance_uuid: null,
  trunk_id: party.trunk,
  outcome: null,
  position: 0,
})
