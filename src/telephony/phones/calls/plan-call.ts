import { findInstanceByDomain } from '../../company/instances/instance-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { PbxAddress } from '../pbx/pbx.ts'
import { type CallPlan, type CallRequest, type HangUpCause, hangUpCauses } from './call-plan.ts'
import { readCallerId, withPrefix } from './caller-id.ts'
import { findDialled } from './find-dialled.ts'
import { planExtension } from './plan-extension.ts'

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller } = request
  const [own, here] = [await findPhone(db, caller), await findInstanceByDomain(db, from.domain)]
  if (!own || !here) return refuse(hangUpCauses.unknownNumber)
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion)
  const found = await findDialled(db, here, dialled)
  if (!found) return refuse(hangUpCauses.unknownNumber)
  const callerId = withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix)
  return planExtension(db, found, callerId)
}

const refuse = (cause: HangUpCause): CallPlan => ({ kind: 'refuse', cause })

async function findPhone(db: TelephonyDb, { domain, number }: PbxAddress) {
  const instance = await findInstanceByDomain(db, domain)
  if (!instance) return undefined
  const extension = await findExtensionByNumber(db, instance.company_id, instance.uuid, number)
  return extension && { extension, data: completeData(extension.number, extension.name, extension.data) }
}
