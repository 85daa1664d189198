import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import { type CallPlan, partyOf, type RingPlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const nothing = { number: '', prefix: '' }
const phone = (number: number) => ({ kind: 'phone', address: { domain: 'a.test', number } }) as const
const callee = { domain: 'a.test', number: 1002 }
const ben = phone(1002)
const callerId = { name: 'Ada', number: '1001' }
const ring: RingPlan = {
  kind: 'ring',
  callee,
  callerId,
  stages: [{ targets: [ben], seconds: 20 }],
  isBusy: false,
  mailbox: undefined,
  fallback: { busy: nothing, noAnswer: nothing, unavailable: nothing },
}
const fallback = (why: keyof RingPlan['fallback'], number: string): RingPlan => ({
  ...ring,
  fallback: { ...ring.fallback, [why]: { number, prefix: 'For Ben: ' } },
})

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at, commands }
}

const planned = (plan: CallPlan = ring): CallInput => ({ kind: 'planned', plan })
const legsOf = (ids: readonly string[], target = ben) => ids.map((id) => ({ id, target }))
const found = (...ids: string[]): CallInput => ({ kind: 'found', legs: legsOf(ids) })
const answered = (leg: string): CallInput => ({ kind: 'answered', leg })
const legEnded = (leg: string, cause: number): CallInput => ({ kind: 'legEnded', leg, cause })

describe('a call', () => {
  it('to a fax number is a fax until the caller hangs up', () => {
    const fax = { kind: 'fax', companyId: 1, number: '+12025550111' } as const
    expect(resultOf(planned(fax))).toEqual({ at: 'faxing', commands: [{ do: 'receiveFax', fax }] })
    const over = stepCall({ at: 'faxing' }, { kind: 'callerEnded' })
    expect(over).toEqual({ state: { at: 'ended', result: 'answered' }, commands: [] })
    expect(resultOf(planned(fax), { kind: 'failed' })).toEqual({
      at: 'ended',
      commands: [{ do: 'endCaller', cause: 38 }],
    })
  })

  it('rings at every phone of the callee, and the first to answer gets it', () => {
    expect(resultOf(planned(), found('a', 'b'))).toEqual({
      at: 'ringing',
      commands: [{ do: 'ring', legs: legsOf(['a', 'b']), callerId, seconds: 20 }],
    })
    expect(resultOf(planned(), found('a', 'b'), answered('b'))).toEqual({
      at: 'talking',
      commands: [
        { do: 'endLeg', leg: 'a', cause: 26 },
        { do: 'connect', leg: 'b' },
      ],
    })
  })

  it('two phones that answer at once: the second is hung up', () => {
    expect(resultOf(planned(), found('a', 'b'), answered('a'), answered('b'))).toEqual({
      at: 'talking',
      commands: [{ do: 'endLeg', leg: 'b' }],
    })
  })

  it('ends for both when one hangs up', () => {
    const talking = [planned(), found('a'), answered('a')]
    expect(resultOf(...talking, { kind: 'callerEnded' }).commands).toEqual([{ do: 'endLeg', leg: 'a' }])
    expect(resultOf(...talking, legEnded('a', 16)).commands).toEqual([{ do: 'endCaller', cause: 16 }])
  })

  it.each([
    ['an unknown number', [planned({ kind: 'refuse', cause: 1 })], 1],
    ['a callee who is not to be disturbed', [planned({ ...ring, isBusy: true })], 17],
    ['no phone registered', [planned(), found()], 20],
    ['nobody answers', [planned(), found('a'), { kind: 'timeout' }], 19],
    ['all phones busy', [planned(), found('a', 'b'), legEnded('a', 17), legEnded('b', 20)], 17],
    ['all phones gone', [planned(), found('a'), legEnded('a', 20)], 20],
  ] as [string, CallInput[], number][])('%s: the caller is told', (_, inputs, cause) => {
    const { at, commands } = resultOf(...inputs)
    expect({ at, last: commands.at(-1) }).toEqual({ at: 'ended', last: { do: 'endCaller', cause } })
  })

  it('of a caller who is blocked rings nowhere, and is noted as blocked', () => {
    const blocked = { result: 'blocked_number', targets: [ben] } as const
    const refused = stepCall(
      newCall,
      planned({ kind: 'refuse', cause: 21, result: 'blocked_number', blocked }),
    )
    expect(refused).toEqual({
      state: { at: 'ended', result: 'blocked_number' },
      commands: [{ do: 'endCaller', cause: 21 }],
      called: [{ target: ben, outcome: 'blocked' }],
    })
    // The caller can leave a message, and the call is still a blocked one if they do not.
    const plan = { ...ring, stages: [], isBusy: true, busy: [], blocked, mailbox: callee }
    const asked = stepCall(newCall, planned(plan))
    expect(asked).toMatchObject({
      commands: [{ do: 'record', mailbox: callee }],
      called: [{ outcome: 'blocked' }],
    })
    expect(stepCall(asked.state, { kind: 'callerEnded' }).state).toEqual({
      at: 'ended',
      result: 'blocked_number',
    })
  })

  it.each([
    ['busy', [planned({ ...fallback('busy', '1003'), isBusy: true })]],
    ['unavailable', [planned(fallback('unavailable', '1003')), found()]],
    ['noAnswer', [planned(fallback('noAnswer', '1003')), found('a'), { kind: 'timeout' }]],
  ] as [string, CallInput[]][])('goes to its fallback if %s', (_, inputs) => {
    const { at, commands } = resultOf(...inputs)
    const forward = { do: 'forward', from: callee, to: { number: '1003', prefix: 'For Ben: ' } }
    expect({ at, last: commands.at(-1) }).toEqual({ at: 'planning', last: forward })
  })

  it('rings at one stage after the other, and remembers what they met', () => {
    const [one, two, three] = [phone(1), phone(2), phone(3)]
    const stages = [
      { targets: [one], seconds: 5 },
      { targets: [two, three], seconds: 9 },
    ]
    const plan = { ...ring, stages }
    const first = [planned(plan), { kind: 'found', legs: legsOf(['a'], one) }] as CallInput[]
    expect(resultOf(...first, legEnded('a', 17))).toEqual({
      at: 'looking',
      commands: [{ do: 'find', targets: [two, three] }],
    })
    expect(resultOf(...first, legEnded('a', 17), found()).commands).toEqual([{ do: 'endCaller', cause: 17 }])
    expect(resultOf(...first, { kind: 'timeout' }, found()).commands).toEqual([
      { do: 'endCaller', cause: 19 },
    ])
    const both = { kind: 'found', legs: [...legsOf(['b'], two), ...legsOf(['c'], three)] } as CallInput
    expect(resultOf(...first, { kind: 'timeout' }, both).commands).toEqual([
      { do: 'ring', legs: [...legsOf(['b'], two), ...legsOf(['c'], three)], callerId, seconds: 9 },
    ])
    const { called } = [...first, { kind: 'timeout' } as const, both, answered('c')].reduce(
      (step, input) => stepCall(step.state, input),
      { state: newCall, commands: [] } as ReturnType<typeof stepCall>,
    )
    expect(called).toEqual([
      { target: two, outcome: 'answered_elsewhere' },
      { target: three, outcome: 'answered' },
    ])
  })

  it('a phone that belongs to the next stage, too, rings on', () => {
    const [one, two] = [phone(1), phone(2)]
    const stages = [
      { targets: [one], seconds: 5 },
      { targets: [one, two], seconds: 9 },
    ]
    const first = [planned({ ...ring, stages }), { kind: 'found', legs: legsOf(['a'], one) }] as CallInput[]
    const next = [...first, { kind: 'timeout' }] as CallInput[]
    expect(resultOf(...next)).toEqual({ at: 'looking', commands: [{ do: 'find', targets: [two] }] })
    // It may answer, or end, while the others are looked for.
    expect(resultOf(...next, answered('a'))).toEqual({
      at: 'talking',
      commands: [{ do: 'connect', leg: 'a' }],
    })
    expect(resultOf(...next, { kind: 'callerEnded' }).commands).toEqual([{ do: 'endLeg', leg: 'a' }])
    expect(resultOf(...next, legEnded('a', 17), found()).commands).toEqual([{ do: 'endCaller', cause: 19 }])
    expect(resultOf(...next, found())).toEqual({
      at: 'ringing',
      commands: [{ do: 'ring', legs: [], callerId, seconds: 9 }],
    })
    const both = [...next, { kind: 'found', legs: legsOf(['b'], two) }] as CallInput[]
    expect(resultOf(...both).commands).toEqual([
      { do: 'ring', legs: legsOf(['b'], two), callerId, seconds: 9 },
    ])
    expect(resultOf(...both, answered('b')).commands).toEqual([
      { do: 'endLeg', leg: 'a', cause: 26 },
      { do: 'connect', leg: 'b' },
    ])
    // Who has refused does not ring again.
    expect(resultOf(...first, legEnded('a', 17))).toEqual({
      at: 'looking',
      commands: [{ do: 'find', targets: [two] }],
    })
  })

  it('busy phones are in the history, and do not ring', () => {
    const plan: RingPlan = { ...ring, stages: [], isBusy: true, busy: [phone(1), phone(2)] }
    expect(stepCall(newCall, planned(plan)).called).toEqual([
      { target: phone(1), outcome: 'busy' },
      { target: phone(2), outcome: 'busy' },
    ])
  })

  it('says which phones were called, how they responded, and how it went', () => {
    const notesOf = (...inputs: CallInput[]) => {
      const notes: string[] = []
      let state: CallState = newCall
      for (const input of inputs) {
        const step = stepCall(state, input)
        for (const { target, outcome } of step.called ?? []) {
          notes.push(`${partyOf(target).number} ${outcome}`)
        }
        if (step.state.at === 'ended' && state.at !== 'ended') notes.push(step.state.result)
        state = step.state
      }
      return notes
    }
    const ringing = [planned(), found('a')]
    const hangUp = { kind: 'callerEnded' } as const
    expect(notesOf(...ringing, answered('a'), hangUp)).toEqual(['1002 answered', 'answered'])
    expect(notesOf(...ringing, answered('a'), legEnded('a', 16))).toEqual(['1002 answered', 'answered'])
    expect(notesOf(...ringing, hangUp)).toEqual(['1002 cancelled', 'cancelled'])
    expect(notesOf(...ringing, { kind: 'timeout' })).toEqual(['1002 no_answer', 'no_answer'])
    expect(notesOf(planned(), found())).toEqual(['1002 unavailable', 'unavailable'])
    expect(notesOf(planned({ kind: 'refuse', cause: 1 }))).toEqual(['unknown_number'])
    expect(notesOf(planned({ kind: 'refuse', cause: 34 }))).toEqual(['over_limit'])
    expect(notesOf(planned({ kind: 'refuse', cause: 20 }))).toEqual(['unavailable'])
    expect(notesOf({ kind: 'failed' })).toEqual(['failed'])
    const cleo = phone(1003)
    const other = { ...ring, callee: cleo.address, stages: [{ targets: [cleo], seconds: 20 }] }
    const forwarded = planned({ ...fallback('busy', '1003'), isBusy: true })
    expect(
      notesOf(forwarded, planned(other), { kind: 'found', legs: legsOf(['b'], cleo) }, answered('b'), hangUp),
    ).toEqual(['1002 busy', '1003 answered', 'answered'])
  })

  it('a caller who reaches nobody leaves a message, if there is a mailbox', () => {
    const recording = [planned({ ...ring, mailbox: callee }), found('a'), { kind: 'timeout' }] as CallInput[]
    expect(resultOf(...recording)).toEqual({
      at: 'recording',
      commands: [
        { do: 'endLeg', leg: 'a' },
        { do: 'record', mailbox: callee },
      ],
    })
    const resultAfter = (...inputs: CallInput[]) => {
      const state = inputs.reduce((before: CallState, input) => stepCall(before, input).state, newCall)
      return state.at === 'ended' ? state.result : state.at
    }
    expect(resultAfter(...recording, { kind: 'recorded', seconds: 5 })).toBe('voicemail')
    expect(resultAfter(...recording, { kind: 'recorded', seconds: 0 })).toBe('no_answer')
    expect(resultAfter(...recording, { kind: 'callerEnded' })).toBe('no_answer')
    expect(resultAfter(...recording, { kind: 'failed' })).toBe('announcing')
    expect(resultAfter(...recording, { kind: 'failed' }, { kind: 'played' })).toBe('no_answer')
  })

  it('is transferred: the one who stays rings another phone, or goes on with somebody who talks already', () => {
    const talking = [planned(), found('a'), answered('a')]
    const cleo = phone(1003)
    const plan = { ...ring, callee: cleo.address, stages: [{ targets: [cleo], seconds: 5 }] }
    expect(resultOf(...talking, { kind: 'transferred', plan })).toEqual({
      at: 'looking',
      commands: [
        { do: 'endLeg', leg: 'a' },
        { do: 'find', targets: [cleo] },
      ],
    })
    const joined = { kind: 'joined', leg: { id: 'c', target: cleo } } as const
    expect(resultOf(...talking, joined)).toEqual({
      at: 'talking',
      commands: [
        { do: 'endLeg', leg: 'a' },
        { do: 'connect', leg: 'c' },
      ],
    })
    // The leg that has gone is no end of the call.
    expect(resultOf(...talking, joined, legEnded('a', 16)).at).toBe('talking')
    expect(resultOf(...talking, joined, legEnded('c', 16)).at).toBe('ended')
    // The other end goes on in another call.
    expect(resultOf(...talking, { kind: 'left', by: 'caller' })).toEqual({
      at: 'ended',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
    expect(resultOf(...talking, { kind: 'left', by: 'callee' })).toEqual({
      at: 'ended',
      commands: [{ do: 'endLeg', leg: 'a' }],
    })
  })

  it('is not forwarded forever', () => {
    const again = planned({ ...fallback('busy', '1002'), isBusy: true })
    expect(resultOf(...Array.from({ length: 5 }, () => again)).at).toBe('planning')
    expect(resultOf(...Array.from({ length: 6 }, () => again))).toEqual({
      at: 'ended',
      commands: [{ do: 'endCaller', cause: 17 }],
    })
  })

  it('a caller who gives up ends the ringing, and a phone that answers too late is hung up', () => {
    const gone = [planned(), found('a'), { kind: 'callerEnded' }] as CallInput[]
    expect(resultOf(...gone)).toEqual({ at: 'ended', commands: [{ do: 'endLeg', leg: 'a' }] })
    expect(resultOf(...gone, answered('a')).commands).toEqual([{ do: 'endLeg', leg: 'a' }])
  })
})
