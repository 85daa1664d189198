import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { FeaturePlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'
import type { FeatureOutcome } from './feature-names.ts'

const phone = { domain: 'a.test', number: 1002 }
const plan: FeaturePlan = { kind: 'feature', feature: 'record_prompt', phone, argument: '', language: 'en' }

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at, commands }
}

const used = (isDone: boolean, say: FeatureOutcome['say']): CallInput => ({
  kind: 'featureUsed',
  outcome: { isDone, say },
})
const recorded = (seconds: number): CallInput => ({ kind: 'recorded', seconds })
const played: CallInput = { kind: 'played' }
const timeout: CallInput = { kind: 'timeout' }
const press = (digit: string): CallInput => ({ kind: 'digit', digit })
const say = (name: string) => ({ do: 'play', sound: { say: name, language: 'en' } })
const record = { do: 'record', mailbox: undefined }
const use = (hasRecording: boolean) => ({ do: 'useFeature', plan, hasRecording })
const stop = { do: 'stopPlaying' }

const begun: CallInput[] = [{ kind: 'planned', plan }, used(true, 'speak_now')]
const spoken = [...begun, played, recorded(2)]

describe('somebody who records what callers hear', () => {
  it('is asked only if they may', () => {
    expect(resultOf(begun[0]!).commands).toEqual([use(false)])
    expect(resultOf(begun[0]!, used(false, 'not_permitted')).at).toBe('announcing')
    expect(resultOf(...begun).commands).toEqual([say('speak_now')])
  })

  it('speaks after the explanation, which any key ends, and hears the recording', () => {
    expect(resultOf(...begun, played).commands).toEqual([record])
    expect(resultOf(...begun, press('5')).commands).toEqual([stop, record])
    expect(resultOf(...spoken).commands).toEqual([{ do: 'play', sound: 'recorded' }])
    expect(resultOf(...spoken, played).commands).toEqual([say('keep_recording')])
  })

  it('keeps it with 1, and records again with 2, at any time after that', () => {
    for (const wait of [[], [played], [played, played]]) {
      const stops = wait.length < 2 ? [stop] : []
      expect(resultOf(...spoken, ...wait, press('1')).commands).toEqual([...stops, use(true)])
      expect(resultOf(...spoken, ...wait, press('2')).commands).toEqual([...stops, say('speak_now')])
      expect(resultOf(...spoken, ...wait, press('3')).commands).toEqual([])
    }
    const kept = resultOf(...spoken, press('1'), used(true, 'recording_kept'))
    expect(kept).toEqual({ at: 'leaving', commands: [say('recording_kept')] })
    expect(resultOf(...spoken, press('1'), used(false, 'unavailable')).at).toBe('announcing')
  })

  it('is asked three times each to speak and to choose, and keeps nothing without 1', () => {
    const silent = [played, recorded(0)]
    expect(resultOf(...begun, ...silent).commands).toEqual([say('speak_now')])
    expect(resultOf(...begun, ...silent, ...silent, ...silent)).toMatchObject({ at: 'leaving' })
    const undecided = [played, played, timeout]
    expect(resultOf(...spoken, ...undecided).commands).toEqual([say('keep_recording')])
    expect(resultOf(...spoken, ...undecided, played, timeout, played, timeout).at).toBe('leaving')
    expect(resultOf(...spoken, { kind: 'callerEnded' })).toEqual({ at: 'ended', commands: [] })
  })

  it('hears that nothing can be recorded', () => {
    expect(resultOf(...begun, played, { kind: 'failed' }).commands).toEqual([
      { ...say('not_recorded'), isEarly: true },
    ])
  })
})
