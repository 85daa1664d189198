import { hangUpCauses } from '../call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { ended, stay } from './call-steps.ts'

/** The caller and the phone that answered are connected, until one hangs up. */
export function stepTalking(state: StateAt<'talking'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered', { do: 'endLeg', leg: state.leg })
  if (input.kind === 'legEnded' && input.leg === state.leg) {
    return ended('answered', { do: 'endCaller', cause: hangUpCauses.normal })
  }
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  return stay(state)
}
