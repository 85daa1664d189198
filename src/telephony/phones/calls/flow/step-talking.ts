import { hangUpCauses } from '../call-plan.ts'
import type { CallCommand, CallInput, CallStep, StateAt } from './call-state.ts'
import { after, ended, stay } from './call-steps.ts'
import { joinCaller } from './join-caller.ts'
import { stepPlanning } from './step-planning.ts'

/** The caller and the phone that answered are connected, until one hangs up or is transferred. */
export function stepTalking(state: StateAt<'talking'>, input: CallInput): CallStep {
  const endLeg: CallCommand = { do: 'endLeg', leg: state.leg }
  const endCaller: CallCommand = { do: 'endCaller', cause: hangUpCauses.normal }
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered', endLeg)
    case 'legEnded':
      return input.leg === state.leg ? ended('answered', endCaller) : stay(state)
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    case 'left':
      return ended('answered', input.by === 'caller' ? endCaller : endLeg)
    case 'joined':
      return after([endLeg], joinCaller(input.leg))
    case 'transferred': {
      const { plan } = input
      return after([endLeg], stepPlanning({ at: 'planning', forwards: 0 }, { kind: 'planned', plan }))
    }
    default:
      return stay(state)
  }
}
