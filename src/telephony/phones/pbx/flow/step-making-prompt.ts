import { hangUpCauses } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { after, announce, ended, stay } from './call-steps.ts'
import { askToKeep, askToSpeak, askToSpeakAgain, beginRecording, playRecording } from './prompt-steps.ts'
import { enterFeature } from './step-feature.ts'

/** For a key. */
const WAIT_SECONDS = 5

type State = StateAt<'makingPrompt'>

/** Somebody records a sound and hears it. Keys: 1 keeps it, 2 records again. Without 1, it is discarded. */
export function stepMakingPrompt(state: State, input: CallInput): CallStep {
  const { plan, step } = state
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered')
    case 'failed':
      return announce({ say: 'not_recorded', language: plan.language }, 'answered', hangUpCauses.congestion)
    case 'recorded':
      if (step !== 'speaking') return stay(state)
      return input.seconds > 0 ? playRecording(plan) : askToSpeakAgain(state)
    case 'played':
      return goOn(state)
    case 'timeout':
      return step === 'waiting' ? askToKeep(state) : stay(state)
    case 'digit':
      return press(state, input.digit)
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}

/** A sound is over. */
function goOn(state: State): CallStep {
  if (state.step === 'explaining') return beginRecording(state)
  if (state.step === 'hearing') return askToKeep(state)
  if (state.step !== 'choosing') return stay(state)
  return { state: { ...state, step: 'waiting' }, commands: [{ do: 'wait', seconds: WAIT_SECONDS }] }
}

/** Any key ends the explanation; the PBX ends the recording. Others than 1 and 2 mean nothing. */
function press(state: State, digit: string): CallStep {
  const { plan, step } = state
  const stop = step === 'waiting' ? [] : [{ do: 'stopPlaying' } as const]
  if (step === 'explaining') return after(stop, beginRecording(state))
  if (step === 'speaking') return stay(state)
  if (digit === '1') return after(stop, enterFeature(plan, true))
  return digit === '2' ? after(stop, askToSpeak(plan)) : stay(state)
}
