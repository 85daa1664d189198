import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { after, ended, stay } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'
import { afterGreeting, leaveMessage } from './greeting-steps.ts'
import { enterMailbox } from './mailbox-steps.ts'

/** For a key, after the tones that ask for one. */
const WAIT_SECONDS = 5

/** The caller hears the greeting of a mailbox. A key ends it, and may forward the call. */
export function stepGreeting(state: StateAt<'greeting'>, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return ended(state.outcome)
    case 'failed':
      return leaveMessage(state)
    case 'timeout':
      return state.playing === undefined ? leaveMessage(state) : stay(state)
    case 'played':
      if (state.playing === undefined) return stay(state)
      if (state.playing === 'greeting') return afterGreeting(state)
      return {
        state: { ...state, playing: undefined },
        commands: [{ do: 'wait', seconds: WAIT_SECONDS }],
      }
    case 'digit': {
      const step = press(state, input.digit)
      return state.playing ? after([{ do: 'stopPlaying' }], step) : step
    }
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}

function press(state: StateAt<'greeting'>, digit: string): CallStep {
  const { forwards, mailbox, outcome, language, numbers, opensMailbox } = state
  if (digit === '*' && opensMailbox) {
    return enterMailbox({ kind: 'mailbox', mailbox, needsPin: true, missed: outcome, language })
  }
  const to = { number: numbers[digit] ?? '', prefix: '' }
  return forwardCall(forwards, mailbox, to, { mailbox, outcome, language }) ?? leaveMessage(state)
}
