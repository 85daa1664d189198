import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { QueuePlan, RingStage } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const callee = { domain: 'a.test', number: 6401 }
const plan: QueuePlan = {
  kind: 'queue',
  companyId: 1,
  queueId: 'q',
  callee,
  callerId: { name: 'Ada', number: '1001' },
  music: 'default',
  overflow: { number: '1009', prefix: '' },
  callback: true,
  language: 'de',
  at: 5000,
}
const planned = (changes: Partial<QueuePlan> = {}): CallInput => ({
  kind: 'planned',
  plan: { ...plan, ...changes },
})
const target = { kind: 'phone', address: { domain: 'a.test', number: 1002 } } as const
const stage: RingStage = { targets: [target], seconds: 20 }
const offered: CallInput = { kind: 'offered', stage }
const leg = { id: 'ben', target }
const found: CallInput = { kind: 'found', legs: [leg] }
const press = (digit: string): CallInput => ({ kind: 'digit', digit })
const music = { do: 'playMusic', music: 'default' }

/** The state after some inputs, and the commands and outcomes of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  let called: readonly object[] = []
  for (const input of inputs) ({ state, commands, called = [] } = stepCall(state, input))
  return {
    at: state.at === 'ended' ? state.result : state.at,
    commands,
    called,
    since: 'since' in state && state.since,
  }
}

describe('a queue', () => {
  it('the caller waits from the time of the plan, or of the first entry before a restart', () => {
    const visit = { forwards: 0, plan, since: 5000 }
    expect(resultOf(planned())).toMatchObject({ at: 'queued', commands: [{ do: 'enterQueue', visit }] })
    const again = stepCall({ at: 'planning', forwards: 0, since: 1000 }, planned())
    expect(again.state).toMatchObject({ at: 'queued', since: 1000 })
  })

  it('a position interrupts the music, and a second one does not interrupt the first', () => {
    const announced: CallInput = { kind: 'announced', position: 3 }
    const place = { say: 'queue_position', number: 3, language: 'de' }
    expect(resultOf(planned({ callback: false }), announced).commands).toEqual([{ do: 'play', sound: place }])
    expect(resultOf(planned(), announced).commands).toEqual([
      { do: 'play', sound: { ...place, next: [{ say: 'queue_callback_offer' }] } },
    ])
    expect(resultOf(planned(), announced, announced).commands).toEqual([])
    expect(resultOf(planned(), announced, { kind: 'played' }).commands).toEqual([music])
    expect(resultOf(planned(), announced, { kind: 'failed' })).toMatchObject({
      at: 'queued',
      commands: [music],
    })
    expect(resultOf(planned(), announced, offered).commands).toEqual([
      { do: 'stopPlaying' },
      { do: 'find', targets: [target] },
    ])
  })

  it('an agent rings while the music goes on, and gets the call', () => {
    expect(resultOf(planned(), offered, found)).toMatchObject({
      at: 'ringing',
      commands: [{ do: 'ring', legs: [leg], callerId: plan.callerId, seconds: 20, music: 'default' }],
    })
    expect(resultOf(planned(), offered, found, { kind: 'answered', leg: 'ben' })).toMatchObject({
      at: 'talking',
      commands: [{ do: 'connect', leg: 'ben' }],
      called: [{ target, outcome: 'answered' }],
    })
  })

  it.each([
    ['does not answer', [found, { kind: 'timeout' }], 'no_answer'],
    ['refuses', [found, { kind: 'legEnded', leg: 'ben', cause: 17 }], 'busy'],
    ['has no phone', [{ kind: 'found', legs: [] }], 'unavailable'],
    ['cannot be looked up', [{ kind: 'failed' }], 'unavailable'],
  ] as [string, CallInput[], string][])(
    'after an agent who %s, the caller waits on at the same place',
    (_, inputs, outcome) => {
      expect(resultOf(planned(), offered, ...inputs)).toMatchObject({
        at: 'queued',
        since: 5000,
        called: [{ target, outcome }],
      })
    },
  )

  it('a caller who waits too long goes to another number, or ends; not while an agent rings', () => {
    const overflowed: CallInput = { kind: 'overflowed' }
    expect(resultOf(planned(), overflowed)).toMatchObject({
      at: 'planning',
      commands: [{ do: 'forward', from: callee, to: plan.overflow }],
    })
    expect(resultOf(planned({ overflow: { number: '', prefix: '' } }), overflowed)).toMatchObject({
      at: 'no_answer',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
    expect(resultOf(planned(), offered, found, overflowed).at).toBe('ringing')
  })

  it('1 asks for a callback, also while an agent rings, if the queue permits it; other keys do nothing', () => {
    const words = { do: 'play', sound: { say: 'queue_callback', language: 'de' } }
    expect(resultOf(planned(), press('1'))).toMatchObject({ at: 'leaving', commands: [words] })
    expect(resultOf(planned(), offered, found, press('1'))).toMatchObject({
      at: 'leaving',
      commands: [{ do: 'endLeg', leg: 'ben' }, words],
      called: [{ target, outcome: 'cancelled' }],
    })
    expect(resultOf(planned(), press('1'), { kind: 'played' })).toMatchObject({
      at: 'callback',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
    expect(resultOf(planned(), press('1'), { kind: 'callerEnded' }).at).toBe('callback')
    expect(resultOf(planned(), press('2')).at).toBe('queued')
    expect(resultOf(planned({ callback: false }), press('1')).at).toBe('queued')
    expect(resultOf(planned({ callback: false }), offered, found, press('1')).at).toBe('ringing')
  })

  it('an agent who dials hears whether the phone is signed in now; an unknown queue is refused', () => {
    const agent: CallInput = {
      kind: 'planned',
      plan: { kind: 'agent', agent: callee, queue: undefined, language: 'de' },
    }
    const words = (say: string) => [{ do: 'play', sound: { say, language: 'de' } }]
    const signed = (isSignedIn: boolean | undefined): CallInput => ({ kind: 'signedIn', isSignedIn })
    expect(resultOf(agent, signed(true)).commands).toEqual(words('signed_in'))
    expect(resultOf(agent, signed(false)).commands).toEqual(words('signed_out'))
    expect(resultOf(agent, signed(true), { kind: 'played' }).at).toBe('answered')
    expect(resultOf(agent, signed(undefined))).toMatchObject({
      at: 'unknown_number',
      commands: [{ do: 'endCaller', cause: 1 }],
    })
  })
})
