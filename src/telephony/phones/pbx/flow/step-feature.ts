import { type FeaturePlan, hangUpCauses } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { announce, ended, failed, stay } from './call-steps.ts'
import { askToSpeak } from './prompt-steps.ts'
import { leaveWith } from './queue-steps.ts'

export const enterFeature = (plan: FeaturePlan, hasRecording = false): CallStep => ({
  state: { at: 'usingFeature', plan, hasRecording },
  commands: [{ do: 'useFeature', plan, hasRecording }],
})

/** Somebody has dialled a feature code, and hears whether it was done. */
export function stepFeature(state: StateAt<'usingFeature'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'featureUsed') return stay(state)
  const { isDone, say } = input.outcome
  const { plan, hasRecording } = state
  const words = { say, language: plan.language }
  if (isDone && plan.feature === 'record_prompt' && !hasRecording) return askToSpeak(plan, say)
  return isDone ? leaveWith('answered', words) : announce(words, 'not_permitted', hangUpCauses.rejected)
}

/** An agent has dialled to sign in or out, and hears which of both has happened. */
export function stepSigningIn(state: StateAt<'signingIn'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'signedIn') return stay(state)
  if (input.isSignedIn === undefined) {
    return ended('unknown_number', { do: 'endCaller', cause: hangUpCauses.unknownNumber })
  }
  const say = input.isSignedIn ? 'signed_in' : 'signed_out'
  return leaveWith('answered', { say, language: state.language })
}

/** The caller hears a last tone. */
export function stepLeaving(state: StateAt<'leaving'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.result)
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  if (input.kind !== 'played' && input.kind !== 'failed') return stay(state)
  return ended(state.result, { do: 'endCaller', cause: hangUpCauses.normal })
}
