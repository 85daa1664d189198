import { hangUpCauses } from '../call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { ended, stay } from './call-steps.ts'

/** The caller leaves a message. A caller who hangs up has been recorded before: see the PBX's order of events. */
export function stepRecording(state: StateAt<'recording'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.outcome)
  if (input.kind === 'failed') return ended(state.outcome, { do: 'endCaller', cause: hangUpCauses.normal })
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  if (input.kind !== 'recorded') return stay(state)
  const result = input.seconds > 0 ? 'voicemail' : state.outcome
  return ended(result, { do: 'endCaller', cause: hangUpCauses.normal })
}
