import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { ParkPlan } from './call-plan.ts'
import { newCall, type StateAt } from './call-state.ts'

const at = (number: number) => ({ domain: 'a.test', number })
const plan: ParkPlan = {
  ...{ kind: 'park', companyId: 1, lotId: 'p', lot: at(700), slots: [701, 702], parkedBy: at(1002) },
  ...{ callerId: { name: 'Ada', number: '1001' }, seconds: 60, returnsTo: at(1002), destination: '' },
  ...{ music: 'default', at: 100_000, since: 100_000 },
}
const parked: StateAt<'parked'> = { at: 'parked', plan }

describe('a parked call', () => {
  it('waits for its time, which counts from the first parking', () => {
    expect(stepCall(newCall, { kind: 'planned', plan }).commands).toEqual([
      { do: 'park', plan },
      { do: 'wait', seconds: 60 },
    ])
    const again = { ...plan, since: 70_000 }
    expect(stepCall(newCall, { kind: 'planned', plan: again }).commands.at(-1)).toEqual({
      do: 'wait',
      seconds: 30,
    })
    const late = { ...plan, since: 0 }
    expect(stepCall(newCall, { kind: 'planned', plan: late }).commands.at(-1)).toEqual({
      do: 'wait',
      seconds: 1,
    })
  })

  it('goes back to who parked it, or to the destination', () => {
    const back = stepCall(parked, { kind: 'timeout' })
    expect(back.state.at).toBe('planning')
    expect(back.commands).toEqual([{ do: 'forward', from: at(1002), to: { number: '1002', prefix: '' } }])
    const elsewhere = { ...plan, returnsTo: at(700), destination: '6001' }
    expect(stepCall({ at: 'parked', plan: elsewhere }, { kind: 'timeout' }).commands).toEqual([
      { do: 'forward', from: at(700), to: { number: '6001', prefix: '' } },
    ])
  })

  it('is picked up, or ends with its caller', () => {
    const leg = { id: 'l', target: { kind: 'phone', address: at(1003) } } as const
    expect(stepCall(parked, { kind: 'taken', leg })).toEqual({
      state: { at: 'talking', leg: 'l' },
      commands: [{ do: 'connect', leg: 'l', isCalling: true }],
      called: [{ target: leg.target, outcome: 'answered' }],
    })
    expect(stepCall(parked, { kind: 'callerEnded' })).toEqual({
      state: { at: 'ended', result: 'cancelled' },
      commands: [],
    })
    expect(stepCall(parked, { kind: 'digit', digit: '1' }).state).toBe(parked)
  })
})

describe('who dials a slot', () => {
  const dialling = { at: 'parking', language: 'en', slot: 702 } as const
  it('hears where the call is parked, or that nothing is there', () => {
    expect(stepCall(dialling, { kind: 'parked', slot: 702 }).commands).toEqual([
      { do: 'play', sound: { say: 'parked_at', digits: '702', language: 'en' } },
    ])
    const nothing = { kind: 'parked', slot: undefined } as const
    expect(stepCall(dialling, nothing)).toMatchObject({
      state: { at: 'announcing', result: 'unavailable' },
      commands: [{ sound: { say: 'slot_empty', language: 'en' }, isEarly: true }],
    })
    expect(stepCall({ ...dialling, slot: undefined }, nothing).commands).toMatchObject([
      { sound: { say: 'parking_failed' } },
    ])
    expect(stepCall(dialling, { kind: 'pickedUp', hasCall: true }).state).toEqual({
      at: 'ended',
      result: 'answered',
    })
  })
})
