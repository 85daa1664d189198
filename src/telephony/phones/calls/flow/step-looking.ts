import type { CalledOutcome } from '../call-outcomes.ts'
import type { Called, CallInput, CallStep, StateAt } from './call-state.ts'
import { calling, ended, failed, stay } from './call-steps.ts'
import { ringStage } from './ring-stage.ts'

/** We are asking the PBX which phones are registered. */
export function stepLooking(state: StateAt<'looking'>, input: CallInput): CallStep {
  const { plan, stage } = state
  const { targets, seconds } = plan.stages[stage]!
  const all = (outcome: CalledOutcome): Called[] => targets.map((target) => ({ target, outcome }))
  if (input.kind === 'callerEnded') return calling(all('cancelled'), ended('cancelled'))
  if (input.kind === 'failed') return calling(all('unavailable'), failed)
  if (input.kind !== 'found') return stay(state)
  const { legs } = input
  if (legs.length === 0) return calling(all('unavailable'), ringStage({ ...state, stage: stage + 1 }))
  return {
    state: { ...state, at: 'ringing', legs, busy: [] },
    commands: [{ do: 'ring', legs, callerId: plan.callerId, seconds }],
  }
}
