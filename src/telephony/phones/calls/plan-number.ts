import type { TelephonyDb } from '../../telephony-platform.ts'
import type { BusinessHoursSettings } from '../routing/business-hours.ts'
import { isOpen } from '../routing/is-open.ts'
import { type CallerId, type CallPlan, hangUpCauses } from './call-plan.ts'
import { findDialled } from './find-dialled.ts'
import type { OutsideCaller } from './followed-caller-id.ts'
import { planExtension } from './plan-extension.ts'
import { planMenu } from './plan-menu.ts'
import { type DialledAt, planOutside, refuse, unknownNumber } from './plan-outside.ts'
import { planRingGroup } from './plan-ring-group.ts'

/** Schedules can point at each other. */
const MOST_SCHEDULES = 5

export interface NumberCall {
  /** where the number is looked for first */
  readonly at: DialledAt
  readonly number: string
  readonly callerId: CallerId
  /** undefined: a phone of ours calls */
  readonly outside?: OutsideCaller | undefined
  /** A phone of ours has dialled this number: nobody has forwarded or transferred the call. */
  readonly isDirect?: boolean | undefined
  readonly now: number
  /** Anything but an extension is refused: the caller has dialled in a menu. */
  readonly extensionOnly?: boolean | undefined
}

/** Plans a call to a number, whatever it is: an extension, a route, or somebody outside. */
export async function planNumber(db: TelephonyDb, call: NumberCall, schedules = 0): Promise<CallPlan> {
  const { at, number, callerId, now } = call
  const found = await findDialled(db, at.instance, number)
  if (call.extensionOnly && !(found && 'extension' in found)) return unknownNumber
  if (!found) return planOutside(db, at, number)
  if ('extension' in found) return planExtension(db, found, callerId, call)
  const { instance, route } = found
  if (route.kind === 'menu') return planMenu(found)
  if (route.kind === 'ring_group') return planRingGroup(db, found, callerId)
  const hours = route.settings as BusinessHoursSettings
  const next = isOpen(hours, now) ? hours.open_destination : hours.closed_destination
  if (next === '' || schedules === MOST_SCHEDULES) return refuse(hangUpCauses.absent, 'unavailable')
  return planNumber(db, { ...call, at: { instance }, number: next, isDirect: false }, schedules + 1)
}
