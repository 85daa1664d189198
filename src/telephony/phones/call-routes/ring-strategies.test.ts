import { describe, expect, it } from 'vitest'
import {
  type FollowMe,
  isFollowMeOn,
  readFollowMeList,
  readMusic,
  ringFollowMe,
} from '../calls/plan-extension.ts'
import { partyOf } from '../pbx/flow/call-plan.ts'
import { type FreeAgent, type QueueStrategy, type RingMember, ringAgents } from './ring-strategies.ts'

const member = (number: number, more: Partial<RingMember> = {}): RingMember => ({
  target: { kind: 'phone', address: { domain: 'a.test', number } },
  isBusy: false,
  isInCall: false,
  isRegistered: true,
  ...more,
})
const [own, two, three] = [member(1), member(2), member(3)]
const busy = { isBusy: true, isInCall: true }

/** `1 for 7; 2 3 for 20`, and who is busy. */
function inWords(followMe: Partial<FollowMe>): string {
  const { stages, ...rest } = ringFollowMe({
    own,
    list: [two, three],
    strategy: 'ringall',
    firstSeconds: 7,
    seconds: 20,
    ...followMe,
  })
  const numbers = (targets: readonly RingMember['target'][]) =>
    targets.map((target) => partyOf(target).number).join(' ')
  const rings = stages.map(({ targets, seconds }) => `${numbers(targets)} for ${seconds}`).join('; ')
  const out = rest.busy.length > 0 ? ` (busy: ${numbers(rest.busy)})` : ''
  return `${rest.isBusy ? 'nobody' : rings}${out}`
}

describe('follow-me', () => {
  it.each([
    ['ringallv2', {}, '1 for 7; 2 3 1 for 20'],
    ['ringallv2', { list: [own, two] }, '1 for 7; 1 2 for 20'],
    ['ringallv2', { firstSeconds: 0 }, '2 3 for 20'],
    ['ringallv2', { own: member(1, busy) }, '2 3 for 20 (busy: 1)'],
    ['ringallv2-prim', {}, '1 for 7; 2 3 1 for 20'],
    ['ringallv2-prim', { list: [member(2, busy), three] }, 'nobody (busy: 2)'],
    ['ringall', {}, '1 for 7; 2 3 for 20'],
    ['ringall', { list: [member(2, busy), three] }, '1 for 7; 3 for 20 (busy: 2)'],
    ['ringall', { own: member(1, busy), list: [member(2, busy)] }, 'nobody (busy: 1 2)'],
    ['ringall-prim', {}, '1 for 7; 2 3 for 20'],
    ['ringall-prim', { list: [two, member(3, busy)] }, '1 for 7; 2 for 20 (busy: 3)'],
    ['ringall-prim', { list: [member(2, busy), three] }, 'nobody (busy: 2)'],
    ['hunt', {}, '1 for 7; 2 for 20; 3 for 20'],
    ['hunt', { firstSeconds: 0, list: [member(2, busy), three] }, '3 for 20 (busy: 2)'],
    ['hunt-prim', {}, '1 for 7; 2 for 20; 3 for 20'],
    ['hunt-prim', { list: [member(2, busy), three] }, 'nobody (busy: 2)'],
    ['memoryhunt', { list: [own, two, three] }, '1 for 7; 1 for 20; 1 2 for 20; 1 2 3 for 20'],
    ['memoryhunt-prim', { firstSeconds: 0 }, '2 for 20; 2 3 for 20'],
    ['memoryhunt-prim', { list: [member(2, busy), three] }, 'nobody (busy: 2)'],
    ['firstavailable', {}, '1 for 7; 2 for 20'],
    ['firstavailable', { list: [member(2, { isRegistered: false }), three] }, '1 for 7; 3 for 20'],
    ['firstavailable', { list: [member(2, { isInCall: true }), three] }, '1 for 7; 2 for 20'],
    ['firstnotonphone', { list: [member(2, { isInCall: true }), three] }, '1 for 7; 3 for 20 (busy: 2)'],
    [
      'firstnotonphone',
      { firstSeconds: 0, list: [member(2, { isInCall: true }), member(3, busy)] },
      'nobody (busy: 2 3)',
    ],
    ['hunt', { list: [] }, '1 for 7'],
  ] as [string, Partial<FollowMe>, string][])('%s, %o', (strategy, followMe, expected) => {
    expect(inWords({ ...followMe, strategy })).toBe(expected)
  })

  it.each(['', ' ', 'no', 'NO', 'false', '0', 'off', 'disabled'])('is off: %o', (value) => {
    expect(isFollowMeOn(value)).toBe(false)
  })
  it.each(['yes', 'CHECKED', 'true', '1', 'enabled'])('is on: %o', (value) => {
    expect(isFollowMeOn(value)).toBe(true)
  })
  it.each(['Ring', 'ring', '', ' '])('rings for the caller: %o', (value) => {
    expect(readMusic(value)).toBeUndefined()
  })
  it('plays music to the caller', () => {
    expect(readMusic(' jazz ')).toBe('jazz')
  })
  it('a list of numbers loses what is empty or double', () => {
    expect(readFollowMeList('1002-1003-1002--15551234567#')).toEqual(['1002', '1003', '15551234567'])
    expect(readFollowMeList('')).toEqual([])
  })
})

describe('which agents of a queue ring', () => {
  const agent = (number: number, idleSince: number, calls: number, rungAt: number): FreeAgent => ({
    ...member(number),
    ...{ idleSince, calls, rungAt },
  })
  const free = [agent(1, 300, 2, 7), agent(2, 100, 3, 9), agent(3, 200, 1, 8), agent(4, 300, 2, 4)]
  const rung = (strategy: QueueStrategy, agents = free) =>
    ringAgents(strategy, agents, 15)?.targets.map((target) => partyOf(target).number)

  it.each([
    ['ringall', [1, 2, 3, 4]],
    ['longest_idle', [2]],
    ['fewest_calls', [3]],
    ['round_robin', [4]],
    ['in_order', [1]],
  ] as const)('%s: %j', (strategy, numbers) => {
    expect(rung(strategy)).toEqual(numbers)
    expect(ringAgents(strategy, free, 15)?.seconds).toBe(15)
    expect(rung(strategy, [])).toBeUndefined()
  })

  it('among equals, the order of the members counts', () => {
    const same = [agent(5, 0, 0, 0), agent(6, 0, 0, 0)]
    for (const strategy of ['longest_idle', 'fewest_calls', 'round_robin'] as const) {
      expect(rung(strategy, same)).toEqual([5])
    }
  })
})
