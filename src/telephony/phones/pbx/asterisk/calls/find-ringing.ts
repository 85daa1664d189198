import { formatParty } from '../../call-party.ts'
import type { PickupPlan } from '../../flow/call-plan.ts'
import { formatAddress } from '../../pbx-address.ts'
import type { RunningCall, RunningCalls } from './running-calls.ts'

/** The call that has rung longest among those of the plan. The legs are in the order in which they began to ring. */
export function findRinging({ byLeg }: RunningCalls, plan: PickupPlan): RunningCall | undefined {
  for (const [leg, call] of byLeg) if (ringsFor(plan, call, leg)) return call
  return undefined
}

/** Whether the call can be taken while it rings at this leg. Nobody takes a call of their own. */
function ringsFor({ by, groups, number }: PickupPlan, { caller, state }: RunningCall, id: string): boolean {
  if (state.at !== 'ringing' && state.at !== 'looking') return false
  const { target, isAsked = false } = state.legs.find((leg) => leg.id === id) ?? {}
  if (target?.kind !== 'phone' || isAsked || formatParty(caller) === formatAddress(by)) return false
  const { address, callGroups = [] } = target
  if (address.domain !== by.domain || !callGroups.some((group) => groups.includes(group))) return false
  const { callee } = state.plan
  const dialled = callee.domain === by.domain ? callee.number : undefined
  return number === undefined || number === address.number || number === dialled
}
