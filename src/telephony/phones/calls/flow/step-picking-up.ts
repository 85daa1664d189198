import { hangUpCauses } from '../call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { ended, failed, stay } from './call-steps.ts'

/** The caller wants a call that rings elsewhere. Somebody else may have been faster. */
export function stepPickingUp(state: StateAt<'pickingUp'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('cancelled')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'pickedUp') return stay(state)
  if (input.hasCall) return ended('answered')
  return ended('unavailable', { do: 'endCaller', cause: hangUpCauses.unknownNumber })
}
