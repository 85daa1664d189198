import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findCallingRules, numberRulesOf } from '../calling-rules/calling-rules-store.ts'
import type { Extension } from '../extensions/extension.ts'
import { findOutboundRoute, sentNumber, trunksOf } from '../outbound-routes/find-outbound-route.ts'
import type { CallResult } from '../pbx/flow/call-outcomes.ts'
import {
  type CallerId,
  type CallPlan,
  type HangUpCause,
  hangUpCauses,
  type RefusePlan,
  type TrunkTarget,
} from '../pbx/flow/call-plan.ts'
import { mayCall } from '../pbx/may-call.ts'
import { countryOf } from '../trunks/country-of.ts'
import { isServiceNumber } from '../trunks/dialled-number.ts'
import { outgoingCallerId } from '../trunks/outgoing-caller-id.ts'
import { workingFirst } from '../trunks/trunk.ts'
import { listTrunks } from '../trunks/trunk-store.ts'

/** How long somebody outside may ring: their own provider usually ends it before. */
export const OUTSIDE_RING_SECONDS = 120

export const refuse = (cause: HangUpCause, result: CallResult): RefusePlan => ({
  kind: 'refuse',
  cause,
  result,
})
const notPermitted = { kind: 'refuse', cause: hangUpCauses.rejected, result: 'not_permitted' } as const
export const unknownNumber = refuse(hangUpCauses.unknownNumber, 'unknown_number')

/** At which phone a number outside is dialled; without one, it is a route that forwards the call. */
export interface DialledAt {
  readonly instance: InstancesTable
  readonly extension?: Extension | undefined
}

/** A call to a number outside: over the trunks of its route, one after the other, until one takes it. */
export async function planOutside(
  db: TelephonyDb,
  at: DialledAt,
  dialled: string,
  isDirect = false,
): Promise<CallPlan> {
  const found = await findOutside(db, at, dialled, isDirect)
  if (!found) return unknownNumber
  const { targets, isPermitted } = found
  if (targets.length === 0 && isServiceNumber(dialled)) return unknownNumber
  // Without a trunk.
  if (targets.length === 0) return refuse(hangUpCauses.congestion, 'unavailable')
  if (!isPermitted) return { ...notPermitted, refused: targets.slice(0, 1) }
  return planTrunks(at, targets, { passesOn: true })
}

export interface OutsideTargets {
  /** the number over each trunk, those that work first */
  readonly targets: readonly TrunkTarget[]
  /** whether it may be called, by the class of the extension, or of routes */
  readonly isPermitted: boolean
}

/**
 * undefined if it is no number outside. Service numbers can only be dialled at a phone: in a setting, they may be what is
 * left of an extension.
 */
export async function findOutside(
  db: TelephonyDb,
  { instance, extension }: DialledAt,
  dialled: string,
  isDirect = false,
): Promise<OutsideTargets | undefined> {
  const country = await countryOf(db, instance)
  const { company_id: companyId, uuid: instanceUuid } = instance
  const found = await findOutboundRoute(db, { companyId, instanceUuid, country, dialled, isDirect })
  if (!found) return undefined
  const { number, route } = found
  const callerId = await outgoingCallerId(db, instance, extension, country, route)
  const enabled = (await listTrunks(db, companyId)).filter((trunk) => trunk.enabled === 1)
  const sentAs = sentNumber(route, number)
  const rules = await findCallingRules(db, companyId)
  const callingClass = extension?.calling_class ?? rules.routes_class
  return {
    targets: await Promise.all(
      workingFirst(trunksOf(route, enabled)).map(async (trunk) => ({
        kind: 'trunk' as const,
        trunk: trunk.id,
        number,
        ...(sentAs !== undefined && { sentAs }),
        callerId: await callerId(trunk),
      })),
    ),
    isPermitted: mayCall(callingClass, numberRulesOf(rules), number, country, route?.calling_class),
  }
}

export const nowhere = { number: '', prefix: '' }

/** The targets are tried one after the other. */
export function planTrunks(
  { instance, extension }: DialledAt,
  targets: readonly TrunkTarget[],
  { passesOn }: { passesOn: boolean },
): CallPlan {
  const callerId: CallerId = targets[0]!.callerId
  return {
    kind: 'ring',
    callee: { domain: instance.domain, number: extension?.number ?? 0 },
    callerId,
    stages: targets.map((target) => ({ targets: [target], seconds: OUTSIDE_RING_SECONDS })),
    isBusy: false,
    mailbox: undefined,
    passesOn,
    fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
  }
}
