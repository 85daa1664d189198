import { findInstance, findInstanceByDomain } from '../../company/instances/instance-store.ts'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import { isExternal } from '../pbx/call-party.ts'
import type { ExternalParty, PbxAddress } from '../pbx/pbx.ts'
import { findDid } from '../trunks/did-store.ts'
import { findTrunkById } from '../trunks/trunk-store.ts'
import { type CallerId, type CallPlan, type CallRequest, hangUpCauses } from './call-plan.ts'
import { readCallerId, withPrefix } from './caller-id.ts'
import { countryOf, countryOfCompany } from './country-of.ts'
import { isEmergencyCall } from './dialled-number.ts'
import { findDialled } from './find-dialled.ts'
import { planEmergency } from './plan-emergency.ts'
import { planExtension } from './plan-extension.ts'
import { planOutside, refuse, unknownNumber } from './plan-outside.ts'

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller } = request
  if (isExternal(caller)) return planIncoming(db, caller, from, dialled, prefix)
  const own = await findPhone(db, caller)
  if (!own || !from) return unknownNumber
  // Before anything that could refuse the call.
  if (await isEmergency(db, own.instance, dialled)) return planEmergency(db, own, dialled)
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion, 'over_limit')
  const callerId = withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix)
  return planNumber(db, from, dialled, callerId)
}

/** Somebody outside reaches the numbers of the company that the trunk belongs to, and nothing else. */
async function planIncoming(
  db: TelephonyDb,
  caller: ExternalParty,
  from: PbxAddress | undefined,
  dialled: string,
  prefix: string,
): Promise<CallPlan> {
  const trunk = await findTrunkById(db, caller.trunk)
  if (trunk?.enabled !== 1) return unknownNumber
  const country = await countryOfCompany(db, trunk.company_id)
  const callerId = withPrefix(externalCallerId(caller, country), prefix)
  // An extension has forwarded the call to this number.
  if (from) return planNumber(db, from, dialled, callerId)
  const number = normalizeNumber(dialled, country)
  const did = number === undefined ? undefined : await findDid(db, trunk.company_id, { number })
  const instance =
    did?.instance_uuid == null ? undefined : await findInstance(db, trunk.company_id, did.instance_uuid)
  const found = instance && (await findDialled(db, instance, did!.destination))
  return found ? planExtension(db, found, callerId) : unknownNumber
}

/** A number as dialled at a phone: of the company, or outside. */
async function planNumber(
  db: TelephonyDb,
  from: PbxAddress,
  dialled: string,
  callerId: CallerId,
): Promise<CallPlan> {
  const dialledAt = await findPhone(db, from)
  const here = dialledAt?.instance ?? (await findInstanceByDomain(db, from.domain))
  if (!here) return unknownNumber
  const found = await findDialled(db, here, dialled)
  if (found) return planExtension(db, found, callerId)
  return dialledAt ? planOutside(db, dialledAt, dialled) : unknownNumber
}

const isEmergency = async (db: TelephonyDb, here: InstancesTable, dialled: string) =>
  isEmergencyCall(dialled, await countryOf(db, here))

const externalCallerId = ({ number, name }: ExternalParty, country: string): CallerId => {
  const shown = normalizeNumber(number, country) ?? number
  return { number: shown, name: name || shown }
}

/** A phone of ours, with its settings. */
export interface OwnPhone {
  readonly instance: InstancesTable
  readonly extension: Extension
  readonly data: Readonly<Record<string, unknown>>
}

async function findPhone(db: TelephonyDb, { domain, number }: PbxAddress): Promise<OwnPhone | undefined> {
  const instance = await findInstanceByDomain(db, domain)
  if (!instance) return undefined
  const extension = await findExtensionByNumber(db, instance.company_id, instance.uuid, number)
  return (
    extension && { instance, extension, data: completeData(extension.number, extension.name, extension.data) }
  )
}
