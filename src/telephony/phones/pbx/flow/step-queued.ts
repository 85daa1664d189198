import { hangUpCauses } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { after, ended, stay } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'
import { announcePlace, offerTo, pressInLine } from './queue-steps.ts'
import { ringStage } from './ring-stage.ts'

/** The caller waits in line. Who is next, and for whom, is decided by the queue: see queue-lines.ts. */
export function stepQueued(state: StateAt<'queued'>, input: CallInput): CallStep {
  const { forwards, plan, isPlaying } = state
  switch (input.kind) {
    case 'callerEnded':
      return ended('cancelled')
    case 'offered': {
      const offer = offerTo(state, input.stage)
      const step = ringStage({ forwards, plan: offer, stage: 0, busy: [], hasRung: false, legs: [] })
      return isPlaying ? after([{ do: 'stopPlaying' }], step) : step
    }
    case 'announced':
      if (isPlaying) return stay(state)
      return {
        state: { ...state, isPlaying: true },
        commands: [{ do: 'play', sound: announcePlace(state, input.position) }],
      }
    case 'played':
    case 'failed':
      return { state: { ...state, isPlaying: false }, commands: [{ do: 'playMusic', music: plan.music }] }
    case 'overflowed': {
      // Queues can point at each other, and nobody may be there.
      const step =
        forwardCall(forwards, plan.callee, plan.overflow) ??
        ended('no_answer', { do: 'endCaller', cause: hangUpCauses.normal })
      return isPlaying ? after([{ do: 'stopPlaying' }], step) : step
    }
    case 'digit': {
      const step = pressInLine(state, input.digit)
      return step && isPlaying ? after([{ do: 'stopPlaying' }], step) : (step ?? stay(state))
    }
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}
