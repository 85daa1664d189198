import type { CallResult } from '../call-outcomes.ts'
import { type CallPlan, type HangUpCause, hangUpCauses } from '../call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { calling, ended, failed, stay } from './call-steps.ts'
import { goElsewhere } from './go-elsewhere.ts'
import { leaveMessage } from './greeting-steps.ts'
import { joinCaller } from './join-caller.ts'
import { enterMailbox } from './mailbox-steps.ts'
import { enterMenu, tryAgain } from './menu-steps.ts'
import { ringStage } from './ring-stage.ts'

const refusals: Partial<Record<HangUpCause, CallResult>> = {
  [hangUpCauses.unknownNumber]: 'unknown_number',
  [hangUpCauses.congestion]: 'over_limit',
  [hangUpCauses.absent]: 'unavailable',
}

/** We are looking up what the number is. */
export function stepPlanning(state: StateAt<'planning'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('cancelled')
  if (input.kind === 'failed') return failed
  if (input.kind === 'joined') return joinCaller(input.leg)
  if (input.kind !== 'planned') return stay(state)
  const { plan } = input
  if (plan.kind === 'refuse' || plan.kind === 'ring') {
    const refused = (plan.refused ?? []).map((target) => ({ target, outcome: 'not_permitted' }) as const)
    return calling(refused, followPlan(state, plan))
  }
  return followPlan(state, plan)
}

function followPlan(state: StateAt<'planning'>, plan: CallPlan): CallStep {
  if (plan.kind === 'menu') return enterMenu({ forwards: state.forwards, plan, played: 0 })
  if (plan.kind === 'mailbox') return enterMailbox(plan)
  if (plan.kind === 'refuse') {
    if (state.menu && plan.cause === hangUpCauses.unknownNumber) return tryAgain(state.menu, 'wrong')
    if (state.greeting) return leaveMessage(state.greeting)
    return ended(plan.result ?? refusals[plan.cause] ?? 'failed', { do: 'endCaller', cause: plan.cause })
  }
  if (plan.kind === 'pickup') return { state: { at: 'pickingUp' }, commands: [{ do: 'pickUp', plan }] }
  if (plan.kind === 'fax') return { state: { at: 'faxing' }, commands: [{ do: 'receiveFax', fax: plan }] }
  const { busy = plan.isBusy ? [{ kind: 'phone', address: plan.callee } as const] : [] } = plan
  const called = busy.map((target) => ({ target, outcome: 'busy' }) as const)
  const { forwards } = state
  if (plan.isBusy) return calling(called, goElsewhere(forwards, plan, 'busy'))
  return calling(called, ringStage({ forwards, plan, stage: 0, busy, hasRung: false, legs: [] }))
}
