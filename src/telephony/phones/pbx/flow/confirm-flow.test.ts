import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import { type CallTarget, partyOf, type RingPlan } from './call-plan.ts'
import { type Called, type CallInput, type CallState, newCall } from './call-state.ts'

const nothing = { number: '', prefix: '' }
const address = (number: number) => ({ domain: 'a.test', number })
const ben: CallTarget = { kind: 'phone', address: address(1002) }
const mobile: CallTarget = {
  kind: 'trunk',
  trunk: 't',
  number: '+15550100',
  callerId: { name: 'Ben', number: '+15550199' },
  mustConfirm: true,
}
const plan: RingPlan = {
  kind: 'ring',
  callee: address(1002),
  callerId: { name: 'Ada', number: '1001' },
  stages: [{ targets: [ben, mobile], seconds: 20 }],
  isBusy: false,
  mailbox: undefined,
  language: 'de',
  fallback: {
    busy: { number: '1008', prefix: '' },
    noAnswer: { number: '1009', prefix: '' },
    unavailable: nothing,
  },
}
const ringing: CallInput[] = [
  { kind: 'planned', plan },
  {
    kind: 'found',
    legs: [
      { id: 'b', target: ben },
      { id: 'm', target: mobile },
    ],
  },
]
const answered = (leg: string): CallInput => ({ kind: 'answered', leg })
const pressed = (digit: string, leg = 'm'): CallInput => ({ kind: 'pressed', leg, digit })

/** The state after some inputs, the commands of the last, and how phones responded. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  const notes: Called[] = []
  for (const input of inputs) {
    const step = stepCall(state, input)
    ;({ state, commands } = step)
    notes.push(...(step.called ?? []))
  }
  return {
    at: state.at,
    commands,
    called: notes.map(({ target, outcome }) => `${partyOf(target).number} ${outcome}`),
  }
}

describe('a number that must confirm', () => {
  const asked = [...ringing, answered('m')]

  it('is asked when it answers, while the others ring on', () => {
    const next = [{ say: 'accept_call' }]
    const ask = (words: object) => [{ do: 'ask', leg: 'm', words: { ...words, language: 'de', next } }]
    expect(resultOf(...asked)).toEqual({
      at: 'ringing',
      commands: ask({ say: 'call_from', digits: '1001' }),
      called: [],
    })
    const [, ...after] = asked
    const withheld: CallInput = {
      kind: 'planned',
      plan: { ...plan, callerId: { name: 'Anonymous', number: 'anonymous' } },
    }
    expect(resultOf(withheld, ...after).commands).toEqual(ask({ say: 'call_from_unknown' }))
    expect(resultOf(...asked, answered('m')).commands).toEqual([])
  })

  it('gets the call with 1, and with no other key', () => {
    expect(resultOf(...asked, pressed('2'))).toMatchObject({ at: 'ringing', commands: [] })
    expect(resultOf(...asked, pressed('2'), pressed('1'))).toEqual({
      at: 'talking',
      commands: [
        { do: 'endLeg', leg: 'b', cause: 26 },
        { do: 'connect', leg: 'm' },
      ],
      called: ['1002 answered_elsewhere', '+15550100 answered'],
    })
  })

  it('gets nothing by a key before it was asked, and others need no key', () => {
    expect(resultOf(...ringing, pressed('1')).at).toBe('ringing')
    expect(resultOf(...ringing, pressed('1', 'b')).at).toBe('ringing')
    expect(resultOf(...asked, answered('b'))).toMatchObject({
      at: 'talking',
      commands: [
        { do: 'endLeg', leg: 'm' },
        { do: 'connect', leg: 'b' },
      ],
    })
  })

  it('is hung up when the time is over, and the call goes on as if it had not answered', () => {
    const over = resultOf(...asked, { kind: 'timeout' })
    expect(over.commands).toEqual([
      { do: 'endLeg', leg: 'b' },
      { do: 'endLeg', leg: 'm' },
      { do: 'forward', from: plan.callee, to: plan.fallback.noAnswer },
    ])
    expect(over.called).toEqual(['1002 no_answer', '+15550100 no_answer'])
  })

  it('may hang up, which is no refusal of all', () => {
    const gone = { kind: 'legEnded', leg: 'm', cause: 16 } as const
    expect(resultOf(...asked, gone)).toMatchObject({ at: 'ringing', commands: [] })
    const both = resultOf(...asked, gone, { kind: 'legEnded', leg: 'b', cause: 20 })
    expect(both.commands).toEqual([{ do: 'forward', from: plan.callee, to: plan.fallback.noAnswer }])
  })

  it('stays asked when the next stage begins', () => {
    const stages = [
      { targets: [mobile], seconds: 5 },
      { targets: [mobile, ben], seconds: 5 },
    ]
    const inputs: CallInput[] = [
      { kind: 'planned', plan: { ...plan, stages } },
      { kind: 'found', legs: [{ id: 'm', target: mobile }] },
      answered('m'),
      { kind: 'timeout' },
    ]
    expect(resultOf(...inputs)).toMatchObject({ at: 'looking', commands: [{ do: 'find', targets: [ben] }] })
    expect(resultOf(...inputs, pressed('1')).at).toBe('talking')
    const found: CallInput = { kind: 'found', legs: [{ id: 'b', target: ben }] }
    expect(resultOf(...inputs, found, pressed('1')).at).toBe('talking')
  })
})
