import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { ended, failed, stay } from './call-steps.ts'

/** The PBX receives a fax by itself. */
export function stepFaxing(state: StateAt<'faxing'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered')
  return input.kind === 'failed' ? failed : stay(state)
}
