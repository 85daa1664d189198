import type { CallInput, CallStep, DiallingPin, StateAt } from './call-state.ts'
import { after, ended, failed, stay } from './call-steps.ts'
import { openMailbox } from './mailbox-steps.ts'
import { openRoom } from './step-conference.ts'

const MAX_PIN_LENGTH = 20

/** For the first digit, and between digits. */
const WAIT_SECONDS = 5

/** The caller hears a tone and dials the PIN. `#` or a pause ends it. */
export function stepPin(state: StateAt<'pin'>, input: CallInput): CallStep {
  const { plan, wrong, digits } = state
  switch (input.kind) {
    case 'callerEnded':
      return ended((plan.kind === 'mailbox' && plan.missed) || 'answered')
    case 'failed':
      return failed
    case 'played':
      if (!state.isPlaying) return stay(state)
      return {
        state: { ...state, isPlaying: false },
        commands: [{ do: 'wait', seconds: WAIT_SECONDS }],
      }
    case 'digit': {
      const step = press(state, input.digit)
      return state.isPlaying ? after([{ do: 'stopPlaying' }], step) : step
    }
    case 'timeout':
      return usePin(plan, digits, wrong)
    default:
      return stay(state)
  }
}

function press({ plan, wrong, digits }: DiallingPin, digit: string): CallStep {
  const dialled = digit === '#' ? digits : digits + digit
  if (digit === '#' || dialled.length === MAX_PIN_LENGTH) return usePin(plan, dialled, wrong)
  return {
    state: { at: 'pin', plan, wrong, digits: dialled, isPlaying: false },
    commands: [{ do: 'wait', seconds: WAIT_SECONDS }],
  }
}

const usePin = (plan: DiallingPin['plan'], pin: string, wrong: number): CallStep =>
  plan.kind === 'mailbox' ? openMailbox(plan, pin, wrong) : openRoom(plan, pin, wrong)
