import { expect, it } from 'vitest'
import type { PhoneTarget, PickupPlan, RingPlan } from '../../flow/call-plan.ts'
import type { CallState, Leg } from '../../flow/call-state.ts'
import type { CallParty } from '../../pbx.ts'
import { findRinging } from './find-ringing.ts'
import { addRunningCall, createRunningCalls } from './running-calls.ts'

const nothing = { number: '', prefix: '' }
const at = (number: number, domain = 'a.test') => ({ domain, number })
const phone = (number: number, callGroups: readonly string[], domain?: string): PhoneTarget => ({
  kind: 'phone',
  address: at(number, domain),
  callGroups,
})
const trunk = { kind: 'trunk', trunk: 't', number: '+1', callerId: { name: '', number: '' } } as const

function rings(callee: number, legs: readonly Leg[], stage: 'ringing' | 'looking' = 'ringing'): CallState {
  const plan: RingPlan = {
    kind: 'ring',
    callee: at(callee),
    callerId: { name: 'Ada', number: '1001' },
    stages: [{ targets: legs.map(({ target }) => target), seconds: 20 }],
    isBusy: false,
    mailbox: undefined,
    fallback: { busy: nothing, noAnswer: nothing, unavailable: nothing },
  }
  return { at: stage, forwards: 0, plan, stage: 0, busy: [], hasRung: false, legs }
}

/** Calls whose legs began to ring in this order. */
function running(...calls: { id: string; caller?: CallParty; state: CallState; legs: readonly string[] }[]) {
  const all = createRunningCalls()
  for (const { id, caller = at(1001), state, legs } of calls) {
    const call = addRunningCall(all, id, caller, state)
    for (const leg of legs) all.byLeg.set(leg, call)
  }
  return all
}

const dora: PickupPlan = { kind: 'pickup', by: at(1004), groups: ['sales', 'support'], number: undefined }
const ringsAt = (...targets: Leg['target'][]) => {
  const legs = targets.map((target, index) => ({ id: `leg-${index}`, target }))
  return running({ id: 'one', state: rings(1002, legs), legs: legs.map(({ id }) => id) })
}

it('finds the call that has rung longest at a phone of the groups', () => {
  const calls = running(
    { id: 'other', state: rings(1005, [{ id: 'x', target: phone(1005, ['hall']) }]), legs: ['x'] },
    { id: 'talks', state: { at: 'talking', leg: 't' }, legs: ['t'] },
    { id: 'first', state: rings(1002, [{ id: 'a', target: phone(1002, ['sales']) }]), legs: ['a'] },
    { id: 'second', state: rings(1003, [{ id: 'b', target: phone(1003, ['support']) }]), legs: ['b'] },
  )
  expect(findRinging(calls, dora)?.id).toBe('first')
  expect(findRinging(calls, { ...dora, number: 1003 })?.id).toBe('second')
  expect(findRinging(calls, { ...dora, number: 1005 })).toBeUndefined()
  expect(findRinging(calls, { ...dora, groups: ['support'] })?.id).toBe('second')
})

it('finds a call by the number that was called, too, if it rings at a phone of the groups', () => {
  const legs = [{ id: 'a', target: phone(1003, ['sales']) }]
  const calls = running({ id: 'group', state: rings(6001, legs, 'looking'), legs: ['a'] })
  expect(findRinging(calls, { ...dora, number: 6001 })?.id).toBe('group')
})

it.each<[string, ReturnType<typeof running>]>([
  ['a phone of another domain', ringsAt(phone(1002, ['sales'], 'b.test'))],
  ['a phone without groups', ringsAt({ kind: 'phone', address: at(1002) })],
  ['a phone of another group', ringsAt(phone(1002, ['Sales', 'sale']))],
  ['a number outside', ringsAt(trunk)],
  [
    'a phone that has answered and is asked to confirm',
    running({
      id: 'one',
      state: rings(1002, [{ id: 'a', target: phone(1002, ['sales']), isAsked: true }]),
      legs: ['a'],
    }),
  ],
  ['a phone that has stopped ringing', running({ id: 'one', state: rings(1002, []), legs: ['a'] })],
  [
    'a call of their own',
    running({
      id: 'one',
      caller: at(1004),
      state: rings(1002, [{ id: 'a', target: phone(1002, ['sales']) }]),
      legs: ['a'],
    }),
  ],
])('nobody takes the call at %s', (_what, calls) => {
  expect(findRinging(calls, dora)).toBeUndefined()
  expect(findRinging(calls, { ...dora, number: 1002 })).toBeUndefined()
})
