import { findInstanceByDomain } from '../../company/instances/instance-store.ts'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { PbxAddress } from '../pbx/pbx.ts'
import type { BusinessHoursSettings } from '../routing/business-hours.ts'
import { isOpen } from '../routing/is-open.ts'
import {
  type CallerId,
  type CallPlan,
  type CallRequest,
  type HangUpCause,
  hangUpCauses,
} from './call-plan.ts'
import { readCallerId, withPrefix } from './caller-id.ts'
import { findDialled } from './find-dialled.ts'
import { planExtension } from './plan-extension.ts'
import { planMenu } from './plan-menu.ts'
import { planRingGroup } from './plan-ring-group.ts'

/** Decides what to do with a call, by the settings of both ends at this moment. */
export async function planCall(db: TelephonyDb, request: CallRequest, now: number): Promise<CallPlan> {
  const { caller, from, dialled, prefix, callsOfCaller, extensionOnly } = request
  const [own, here] = [await findPhone(db, caller), await findInstanceByDomain(db, from.domain)]
  if (!own || !here) return refuse(hangUpCauses.unknownNumber)
  const limit = Number(own.data.concurrency_limit)
  if (limit > 0 && callsOfCaller > limit) return refuse(hangUpCauses.congestion)
  const callerId = withPrefix(readCallerId(String(own.data.callerid), own.extension), prefix)
  return planNumber(db, { here, number: dialled, callerId, now, extensionOnly })
}

/** Schedules can point at each other. */
const MOST_SCHEDULES = 5

export interface NumberCall {
  /** where the number is looked for first */
  readonly here: InstancesTable
  readonly number: string
  readonly callerId: CallerId
  readonly now: number
  /** Anything but an extension is refused. */
  readonly extensionOnly?: boolean | undefined
}

/** Plans a call to a number of the company, whatever it is: an extension, or a route. */
export async function planNumber(db: TelephonyDb, call: NumberCall, schedules = 0): Promise<CallPlan> {
  const { here, number, callerId, now } = call
  const found = await findDialled(db, here, number)
  if (!found) return refuse(hangUpCauses.unknownNumber)
  if ('extension' in found) return planExtension(db, found, callerId)
  if (call.extensionOnly) return refuse(hangUpCauses.unknownNumber)
  const { instance, route } = found
  if (route.kind === 'menu') return planMenu(found)
  if (route.kind === 'ring_group') return planRingGroup(db, found, callerId)
  const hours = route.settings as BusinessHoursSettings
  const next = isOpen(hours, now) ? hours.open_destination : hours.closed_destination
  if (next === '' || schedules === MOST_SCHEDULES) return refuse(hangUpCauses.absent)
  return planNumber(db, { ...call, here: instance, number: next }, schedules + 1)
}

const refuse = (cause: HangUpCause): CallPlan => ({ kind: 'refuse', cause })

async function findPhone(db: TelephonyDb, { domain, number }: PbxAddress) {
  const instance = await findInstanceByDomain(db, domain)
  if (!instance) return undefined
  const extension = await findExtensionByNumber(db, instance.company_id, instance.uuid, number)
  return extension && { extension, data: completeData(extension.number, extension.name, extension.data) }
}
