import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import { type PickupPlan, partyOf, type RingPlan } from './call-plan.ts'
import { type CallInput, type CallState, type CallStep, newCall } from './call-state.ts'

const nothing = { number: '', prefix: '' }
const phone = (number: number) => ({ kind: 'phone', address: { domain: 'a.test', number } }) as const
const [ben, hall, dora] = [phone(1002), phone(1003), phone(1004)]
const ring: RingPlan = {
  kind: 'ring',
  callee: { domain: 'a.test', number: 6001 },
  callerId: { name: 'Ada', number: '1001' },
  stages: [{ targets: [ben, hall], seconds: 20 }],
  isBusy: false,
  mailbox: undefined,
  fallback: { busy: nothing, noAnswer: nothing, unavailable: nothing },
}
const plan: PickupPlan = { kind: 'pickup', by: dora.address, groups: ['sales'], number: undefined }

function resultOf(...inputs: CallInput[]): CallStep {
  let step: CallStep = { state: newCall as CallState, commands: [] }
  for (const input of inputs) step = stepCall(step.state, input)
  return step
}

const ringing: CallInput[] = [
  { kind: 'planned', plan: ring },
  {
    kind: 'found',
    legs: [
      { id: 'a', target: ben },
      { id: 'b', target: hall },
    ],
  },
]
const taken: CallInput = { kind: 'taken', leg: { id: 'd', target: dora } }

describe('a call that rings and is taken by a colleague', () => {
  it('stops ringing everywhere, and the colleague, who has called, is answered', () => {
    const { state, commands, called } = resultOf(...ringing, taken)
    expect(state).toEqual({ at: 'talking', leg: 'd' })
    expect(commands).toEqual([
      { do: 'endLeg', leg: 'a', cause: 26 },
      { do: 'endLeg', leg: 'b', cause: 26 },
      { do: 'connect', leg: 'd', isCalling: true },
    ])
    expect(called!.map(({ target, outcome }) => `${partyOf(target).number} ${outcome}`)).toEqual([
      '1002 answered_elsewhere',
      '1003 answered_elsewhere',
      '1004 answered',
    ])
  })

  it('a phone that answers at the same moment is hung up', () => {
    expect(resultOf(...ringing, taken, { kind: 'answered', leg: 'a' })).toEqual({
      state: { at: 'talking', leg: 'd' },
      commands: [{ do: 'endLeg', leg: 'a' }],
    })
  })

  it('ends for both when one hangs up', () => {
    const ends: [CallInput, object][] = [
      [{ kind: 'callerEnded' }, { do: 'endLeg', leg: 'd' }],
      [
        { kind: 'legEnded', leg: 'd', cause: 16 },
        { do: 'endCaller', cause: 16 },
      ],
    ]
    for (const [end, command] of ends) {
      expect(resultOf(...ringing, taken, end)).toEqual({
        state: { at: 'ended', result: 'answered' },
        commands: [command],
      })
    }
  })
})

describe('a call that takes another', () => {
  const asking: CallInput = { kind: 'planned', plan }
  it('looks for one that rings', () => {
    expect(resultOf(asking)).toEqual({ state: { at: 'pickingUp' }, commands: [{ do: 'pickUp', plan }] })
  })

  it('is over once its caller goes on in the other one', () => {
    expect(resultOf(asking, { kind: 'pickedUp', hasCall: true })).toEqual({
      state: { at: 'ended', result: 'answered' },
      commands: [],
    })
  })

  it('is refused if none rings', () => {
    expect(resultOf(asking, { kind: 'pickedUp', hasCall: false })).toEqual({
      state: { at: 'ended', result: 'unavailable' },
      commands: [{ do: 'endCaller', cause: 1 }],
    })
  })
})
