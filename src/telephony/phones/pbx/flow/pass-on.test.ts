import { expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { RingPlan } from './call-plan.ts'
import { type CallInput, newCall } from './call-state.ts'

it('a call takes the next trunk if one fails, and passes on what the callee says', () => {
  const callerId = { name: 'Acme', number: '+12025550123' }
  const over = (trunk: string) => ({ kind: 'trunk', trunk, number: '+12025550177', callerId }) as const
  const outside: RingPlan = {
    kind: 'ring',
    callee: { domain: 'a.test', number: 1001 },
    callerId,
    stages: ['a', 'b'].map((trunk) => ({ targets: [over(trunk)], seconds: 120 })),
    isBusy: false,
    mailbox: undefined,
    passesOn: true,
    fallback: {
      busy: { number: '', prefix: '' },
      noAnswer: { number: '', prefix: '' },
      unavailable: { number: '', prefix: '' },
    },
  }
  const run = (...inputs: CallInput[]) => {
    let step = stepCall(newCall, { kind: 'planned', plan: outside })
    for (const input of inputs) step = stepCall(step.state, input)
    return step
  }
  const found = (stage: number): CallInput => ({
    kind: 'found',
    legs: [{ id: `leg-${stage}`, target: outside.stages[stage]!.targets[0]! }],
  })
  const ends = (leg: string, cause: number): CallInput => ({ kind: 'legEnded', leg, cause })
  expect(run(found(0), ends('leg-0', 34)).state).toMatchObject({ at: 'looking', stage: 1 })
  expect(run(found(0), ends('leg-0', 1))).toMatchObject({
    state: { at: 'ended', result: 'unknown_number' },
    commands: [{ do: 'endCaller', cause: 1 }],
  })
  expect(run(found(0), ends('leg-0', 17)).state).toEqual({ at: 'ended', result: 'busy' })
  expect(run(found(0), ends('leg-0', 34), found(1), ends('leg-1', 38))).toMatchObject({
    state: { at: 'ended', result: 'unavailable' },
  })
})
