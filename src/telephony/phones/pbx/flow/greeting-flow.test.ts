import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { GreetingKeys, RingPlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const callee = { domain: 'a.test', number: 1002 }
const greeting = { companyId: 1, promptId: 'p' }
const target = { kind: 'phone', address: callee } as const
const nowhere = { number: '', prefix: '' }
const keys: GreetingKeys = {
  numbers: { busy: {}, noAnswer: { 0: '1009', 1: '1003' }, unavailable: { 0: '1009' } },
  hasPrompt: false,
  opensMailbox: true,
}
const plan: RingPlan = {
  kind: 'ring',
  callee,
  callerId: { name: '', number: '' },
  stages: [{ targets: [target], seconds: 20 }],
  isBusy: false,
  mailbox: callee,
  greeting,
  keys,
  fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
}

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at === 'ended' ? state.result : state.at, commands }
}

const planned = (more: Partial<RingPlan> = {}): CallInput => ({ kind: 'planned', plan: { ...plan, ...more } })
/** The phone rings to the end, and nobody answers. */
const missed = (more: Partial<RingPlan> = {}): CallInput[] => [
  planned(more),
  { kind: 'found', legs: [{ id: 'a', target }] },
  { kind: 'timeout' },
]
/** No phone is registered. */
const absent = (more: Partial<RingPlan> = {}): CallInput[] => [planned(more), { kind: 'found', legs: [] }]
const press = (...digits: string[]): CallInput[] => digits.map((digit) => ({ kind: 'digit', digit }))
const played: CallInput = { kind: 'played' }
const timeout: CallInput = { kind: 'timeout' }
const hangUp: CallInput = { kind: 'callerEnded' }
const unknown: CallInput = { kind: 'planned', plan: { kind: 'refuse', cause: 1 } }
const noTrunk: CallInput = { kind: 'planned', plan: { kind: 'refuse', cause: 34 } }
const play = (sound: unknown) => ({ do: 'play', sound })
const stop = { do: 'stopPlaying' }
const record = { do: 'record', mailbox: callee }
const goTo = (number: string) => ({ do: 'forward', from: callee, to: { number, prefix: '' } })

describe('the greeting of a mailbox', () => {
  it('is played before the message, also if it cannot be', () => {
    expect(resultOf(...missed())).toEqual({
      at: 'greeting',
      commands: [{ do: 'endLeg', leg: 'a' }, play(greeting)],
    })
    expect(resultOf(...absent()).commands).toEqual([play(greeting)])
    expect(resultOf(...absent(), played)).toEqual({ at: 'recording', commands: [record] })
    expect(resultOf(...absent(), { kind: 'played', hasFailed: true }).commands).toEqual([record])
    expect(resultOf(...absent(), { kind: 'failed' }).commands).toEqual([record])
    expect(resultOf(...absent({ greeting: undefined })).commands).toEqual([record])
  })

  it('a caller who hangs up has reached nobody', () => {
    expect(resultOf(...missed(), hangUp)).toEqual({ at: 'no_answer', commands: [] })
    expect(resultOf(planned({ isBusy: true }), hangUp).at).toBe('busy')
  })

  it('a key leads to its number, by why nobody took the call', () => {
    expect(resultOf(...missed(), ...press('1'))).toEqual({ at: 'planning', commands: [stop, goTo('1003')] })
    expect(resultOf(...missed(), ...press('0')).commands).toEqual([stop, goTo('1009')])
    expect(resultOf(...absent(), ...press('0')).commands).toEqual([stop, goTo('1009')])
    expect(resultOf(...absent(), ...press('1')).commands).toEqual([stop, record])
    expect(resultOf(planned({ isBusy: true }), ...press('0')).commands).toEqual([stop, record])
  })

  it.each(['#', '2', '9'])('%s ends the greeting', (key) => {
    expect(resultOf(...missed(), ...press(key))).toEqual({ at: 'recording', commands: [stop, record] })
  })

  it('a number that cannot be reached leads back to the message', () => {
    for (const refusal of [unknown, noTrunk]) {
      expect(resultOf(...missed(), ...press('1'), refusal)).toEqual({ at: 'recording', commands: [record] })
    }
    expect(resultOf(...missed(), ...press('1'), unknown, hangUp).at).toBe('no_answer')
  })

  it('keys lead on five times in a call, as forwarding does', () => {
    const round = [...absent(), ...press('0')]
    const rounds = (count: number) => Array.from({ length: count }, () => round).flat()
    expect(resultOf(...rounds(5)).commands).toEqual([stop, goTo('1009')])
    expect(resultOf(...rounds(6))).toEqual({ at: 'recording', commands: [stop, record] })
  })

  it('tones and five seconds follow, if the caller is to be asked for a key', () => {
    const asked = { keys: { ...keys, hasPrompt: true } }
    expect(resultOf(...absent(asked), played).commands).toEqual([play({ say: 'greeting_keys' })])
    expect(resultOf(...absent({ ...asked, greeting: undefined })).commands).toEqual([
      play({ say: 'greeting_keys' }),
    ])
    const waiting = [...absent(asked), played, played]
    expect(resultOf(...waiting)).toEqual({ at: 'greeting', commands: [{ do: 'wait', seconds: 5 }] })
    expect(resultOf(...waiting, timeout)).toEqual({ at: 'recording', commands: [record] })
    expect(resultOf(...waiting, ...press('0')).commands).toEqual([goTo('1009')])
    expect(resultOf(...absent(asked), played, ...press('0')).commands).toEqual([stop, goTo('1009')])
    // There is nothing to choose when the callee is busy.
    expect(resultOf(planned({ ...asked, isBusy: true }), played).commands).toEqual([record])
  })
})

describe('listening to messages from elsewhere', () => {
  const asked = [...missed(), ...press('*')]
  const open = (pin: string) => ({ do: 'openMailbox', mailbox: callee, pin, isAway: true })
  const wrong: CallInput = { kind: 'opened', messages: undefined }
  const message = { companyId: 1, messageId: 'm' }

  it('* asks for the PIN, and the right one opens the mailbox', () => {
    expect(resultOf(...asked)).toEqual({ at: 'pin', commands: [stop, play({ say: 'pin' })] })
    expect(resultOf(...asked, played, ...press('4', '7', '#')).commands).toEqual([open('47')])
    const opened = [...asked, ...press('4', '#'), { kind: 'opened', messages: [message] } as const]
    expect(resultOf(...opened)).toEqual({ at: 'listening', commands: [play(message)] })
    expect(resultOf(...opened, hangUp).at).toBe('answered')
  })

  it('nothing opens without a PIN', () => {
    expect(resultOf(...asked, ...press('#')).commands).toEqual([stop, open('')])
    expect(resultOf(...asked, played, timeout).commands).toEqual([open('')])
  })

  it('a caller who does not know the PIN has reached nobody', () => {
    const tries = [...press('1', '#'), wrong]
    expect(resultOf(...asked, hangUp).at).toBe('no_answer')
    expect(resultOf(...asked, ...press('1', '#'), hangUp).at).toBe('no_answer')
    const refused = [...asked, ...tries, ...tries, ...tries]
    expect(resultOf(...refused).commands).toEqual([play({ say: 'goodbye' })])
    expect(resultOf(...refused, played)).toEqual({
      at: 'no_answer',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
  })

  it('* only ends the greeting if it is disabled', () => {
    const off = { keys: { ...keys, opensMailbox: false } }
    expect(resultOf(...missed(off), ...press('*')).commands).toEqual([stop, record])
  })
})
