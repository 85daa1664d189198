import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { MenuPlan, RingPlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const callee = { domain: 'a.test', number: 6201 }
const prompt = { companyId: 1, promptId: 'p' }
const plan: MenuPlan = {
  kind: 'menu',
  callee,
  prompt,
  options: { 1: '1001', 2: '1002', '*': '6201' },
  directDial: false,
  seconds: 5,
  tries: 2,
  fallback: { silent: { number: '1009', prefix: '' }, wrong: { number: '', prefix: '' } },
}
const planned = (changes: Partial<MenuPlan> = {}): CallInput => ({
  kind: 'planned',
  plan: { ...plan, ...changes },
})
const press = (...digits: string[]): CallInput[] => digits.map((digit) => ({ kind: 'digit', digit }))
const played: CallInput = { kind: 'played' }
const timeout: CallInput = { kind: 'timeout' }
const unknown: CallInput = { kind: 'planned', plan: { kind: 'refuse', cause: 1 } }

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at === 'ended' ? state.result : state.at, commands }
}

const play = { do: 'play', sound: prompt }
const goTo = (number: string, more: object = {}) => ({
  do: 'forward',
  from: callee,
  to: { number, prefix: '' },
  ...more,
})
const direct = planned({ directDial: true })

describe('a menu', () => {
  it('plays the prompt, then waits for a key', () => {
    expect(resultOf(planned())).toEqual({ at: 'menu', commands: [play] })
    expect(resultOf(planned(), played)).toEqual({ at: 'menu', commands: [{ do: 'wait', seconds: 5 }] })
  })

  it('a key leads to its number, also during the prompt, which stops', () => {
    expect(resultOf(planned(), played, ...press('2'))).toEqual({ at: 'planning', commands: [goTo('1002')] })
    expect(resultOf(planned(), ...press('1'))).toEqual({
      at: 'planning',
      commands: [{ do: 'stopPlaying' }, goTo('1001')],
    })
    // The prompt that was stopped is over.
    expect(resultOf(direct, ...press('1'), played)).toEqual({ at: 'menu', commands: [] })
  })

  it.each([
    ['a wrong key', [planned(), played, ...press('9')]],
    ['no key', [planned(), played, timeout]],
    ['a number that does not exist', [planned(), played, ...press('2'), unknown]],
  ])('%s: the prompt again', (_, inputs) => {
    expect(resultOf(...inputs)).toEqual({ at: 'menu', commands: [play] })
  })

  it('after the last try: by silence or wrong keys, another number or the end', () => {
    const again = [planned(), played, timeout, played]
    expect(resultOf(...again, timeout)).toEqual({ at: 'planning', commands: [goTo('1009')] })
    expect(resultOf(...again, ...press('9'))).toEqual({
      at: 'no_answer',
      commands: [{ do: 'endCaller', cause: 16 }],
    })
    expect(resultOf(...again, ...press('2'), unknown).at).toBe('no_answer')
  })

  it('direct dialling: a pause or # ends a number, which must be an extension', () => {
    const extension = goTo('1003', { extensionOnly: true })
    expect(resultOf(direct, ...press('1'))).toEqual({
      at: 'menu',
      commands: [{ do: 'stopPlaying' }, { do: 'wait', seconds: 3 }],
    })
    expect(resultOf(direct, ...press('1'), timeout)).toEqual({ at: 'planning', commands: [goTo('1001')] })
    expect(resultOf(direct, played, ...press('1', '0', '0', '3')).commands).toEqual([
      { do: 'wait', seconds: 3 },
    ])
    expect(resultOf(direct, played, ...press('1', '0', '0', '3'), timeout).commands).toEqual([extension])
    expect(resultOf(direct, played, ...press('1', '0', '0', '3', '#')).commands).toEqual([extension])
    expect(resultOf(direct, played, ...press('1', '0', '0', '3', '0', '0')).at).toBe('planning')
    expect(resultOf(direct, played, ...press('9', '9', '9', '9', '#'), unknown).commands).toEqual([play])
    expect(resultOf(direct, played, ...press('*')).commands).toEqual([goTo('6201')])
    expect(resultOf(direct, played, ...press('7'), timeout).commands).toEqual([play])
  })

  it('a caller who hangs up, and a failure, end it', () => {
    expect(resultOf(planned(), { kind: 'callerEnded' })).toEqual({ at: 'cancelled', commands: [] })
    expect(resultOf(planned(), { kind: 'failed' }).at).toBe('failed')
  })

  it('a caller who chooses can go round; one who is silent cannot', () => {
    const round = [planned(), ...press('*')]
    expect(resultOf(...Array.from({ length: 20 }, () => round).flat()).at).toBe('planning')
    const silent = [planned({ tries: 1 }), played, timeout]
    expect(resultOf(...Array.from({ length: 6 }, () => silent).flat()).at).toBe('no_answer')
  })

  it('what comes after a choice is as for any call', () => {
    const nothing = { number: '', prefix: '' }
    const phone = { kind: 'phone', address: { domain: 'a.test', number: 1001 } } as const
    const ring: RingPlan = {
      kind: 'ring',
      callee: phone.address,
      callerId: { name: '', number: '' },
      stages: [{ targets: [phone], seconds: 20 }],
      isBusy: false,
      mailbox: undefined,
      fallback: { busy: nothing, noAnswer: nothing, unavailable: nothing },
    }
    const chosen = [planned(), ...press('1'), { kind: 'planned', plan: ring } as const]
    expect(resultOf(...chosen)).toEqual({ at: 'looking', commands: [{ do: 'find', targets: [phone] }] })
  })
})
