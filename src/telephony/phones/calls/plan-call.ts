import { findInstance, findInstanceByDomain } from '../../company/instances/instance-store.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { isExternal } from '../pbx/call-party.ts'
import type { ExternalParty, PbxAddress } from '../pbx/pbx.ts'
import { formatAddress } from '../pbx/pbx-address.ts'
import { findDid } from '../trunks/did-store.ts'
import { findTrunkById } from '../trunks/trunk-store.ts'
import { type CallPlan, type CallRequest, hangUpCauses } from './call-plan.ts'
import { externalCallerId, readCallerId, withPrefix } from './caller-id.ts'
import { countryOf, countryOfCompany } from './country-of.ts'
import { isEmergencyCall } from './dialled-number.ts'
import { findDialled } from './find-dialled.ts'
import { findPhone } from './find-phone.ts'
import { planEmergency } from './plan-emergency.ts'
import { planFeatureCode } from './plan-feature-code.ts'
import { planNumber } from './plan-number.ts'
import { refuse, unknownNumber } from './plan-outside.ts'

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest, now: number): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller, extensionOnly, isForwarded } = request
  if (isExternal(caller)) return planIncoming(db, caller, request, now)
  const own = await findPhone(db, caller)
  if (!own || !from) return unknownNumber
  // Before anything that could refuse the call.
  if (!isForwarded && isEmergencyCall(dialled, await countryOf(db, own.instance))) {
    return planEmergency(db, own, dialled)
  }
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion, 'over_limit')
  const callerId = withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix)
  // The caller has dialled it: nobody has forwarded or transferred the call.
  const isDirect = formatAddress(caller) === formatAddress(from)
  const feature = isDirect ? await planFeatureCode(db, own, dialled, callerId) : undefined
  if (feature) return feature
  const at = await findPlace(db, from)
  return at ? planNumber(db, { at, number: dialled, callerId, isDirect, now, extensionOnly }) : unknownNumber
}

/** Somebody outside reaches the numbers of the company that the trunk belongs to, and nothing else. */
async function planIncoming(
  db: TelephonyDb,
  caller: ExternalParty,
  { from, dialled, prefix, extensionOnly, did: first }: CallRequest,
  now: number,
): Promise<CallPlan> {
  const trunk = await findTrunkById(db, caller.trunk)
  if (trunk?.enabled !== 1) return unknownNumber
  const country = await countryOfCompany(db, trunk.company_id)
  const callerId = withPrefix(externalCallerId(caller, country), prefix)
  if (from) {
    // The company has forwarded the call to this number.
    const at = await findPlace(db, from)
    const outside = { did: first === undefined ? undefined : normalizeNumber(first, country) }
    const call = { number: dialled, callerId, outside, now, extensionOnly }
    return at ? planNumber(db, { at, ...call }) : unknownNumber
  }
  const number = normalizeNumber(dialled, country)
  const did = number === undefined ? undefined : await findDid(db, trunk.company_id, { number })
  if (did?.kind === 'fax') return { kind: 'fax', companyId: trunk.company_id, number: did.number }
  const { instance_uuid: uuid = null, destination = '' } = did ?? {}
  const instance = uuid === null ? undefined : await findInstance(db, trunk.company_id, uuid)
  // Never a number outside, whatever the destination was when it was chosen.
  if (!instance || !(await findDialled(db, instance, destination))) return unknownNumber
  const outside = { did: number }
  return planNumber(db, { at: { instance }, number: destination, callerId, outside, now })
}

/** Where a number is dialled: at a phone, or at a route that forwards the call. */
async function findPlace(db: TelephonyDb, from: PbxAddress) {
  const phone = await findPhone(db, from)
  if (phone) return phone
  const instance = await findInstanceByDomain(db, from.domain)
  return instance && { instance }
}
