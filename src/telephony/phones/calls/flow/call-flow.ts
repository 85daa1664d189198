import type { CallInput, CallState, CallStep } from './call-state.ts'
import { stay } from './call-steps.ts'
import { stepFaxing } from './step-faxing.ts'
import { stepGreeting } from './step-greeting.ts'
import { stepListening } from './step-listening.ts'
import { stepLooking } from './step-looking.ts'
import { stepMenu } from './step-menu.ts'
import { stepOpening } from './step-opening.ts'
import { stepPickingUp } from './step-picking-up.ts'
import { stepPin } from './step-pin.ts'
import { stepPlanning } from './step-planning.ts'
import { stepRecording } from './step-recording.ts'
import { stepRinging } from './step-ringing.ts'
import { stepTalking } from './step-talking.ts'

/** The call as a state machine: what happens next, without doing it. Inputs that do not fit the state change nothing. */
export function stepCall(state: CallState, input: CallInput): CallStep {
  switch (state.at) {
    case 'planning':
      return stepPlanning(state, input)
    case 'menu':
      return stepMenu(state, input)
    case 'looking':
      return stepLooking(state, input)
    case 'ringing':
      return stepRinging(state, input)
    case 'talking':
      return stepTalking(state, input)
    case 'greeting':
      return stepGreeting(state, input)
    case 'recording':
      return stepRecording(state, input)
    case 'pin':
      return stepPin(state, input)
    case 'opening':
      return stepOpening(state, input)
    case 'listening':
      return stepListening(state, input)
    case 'faxing':
      return stepFaxing(state, input)
    case 'pickingUp':
      return stepPickingUp(state, input)
    case 'ended':
      return input.kind === 'answered' ? { state, commands: [{ do: 'endLeg', leg: input.leg }] } : stay(state)
  }
}
