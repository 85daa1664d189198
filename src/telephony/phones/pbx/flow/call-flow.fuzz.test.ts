import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import { type CallPlan, hangUpCauses, type RingPlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const callee = { domain: 'a.test', number: 1002 }
/** 1004 must confirm. */
const target = (number: number) =>
  ({ kind: 'phone', address: { domain: 'a.test', number }, mustConfirm: number === 1004 }) as const
const targets = fc.subarray([1002, 1003, 1004].map(target), { minLength: 1 })
const fallback = fc.constantFrom({ number: '', prefix: '' }, { number: '1009', prefix: 'For Ben: ' })
const numbers = fc.constantFrom({}, { 1: '1009' })

const ring: fc.Arbitrary<RingPlan> = fc.record({
  kind: fc.constant('ring' as const),
  callee: fc.constant(callee),
  callerId: fc.constant({ name: 'Ada', number: '1001' }),
  stages: fc.array(fc.record({ targets, seconds: fc.constantFrom(1, 20) }), { minLength: 1, maxLength: 3 }),
  isBusy: fc.boolean(),
  mailbox: fc.constantFrom(undefined, callee),
  greeting: fc.constantFrom(undefined, { companyId: 1, promptId: 'p' }),
  keys: fc.record({
    numbers: fc.record({ busy: numbers, noAnswer: numbers, unavailable: numbers }),
    hasPrompt: fc.boolean(),
    opensMailbox: fc.boolean(),
  }),
  fallback: fc.record({ busy: fallback, noAnswer: fallback, unavailable: fallback }),
})
const plan: fc.Arbitrary<CallPlan> = fc.oneof(
  { weight: 4, arbitrary: ring },
  fc.record({
    kind: fc.constant('menu' as const),
    callee: fc.constant(callee),
    prompt: fc.constant(undefined),
    options: fc.constant({ 1: '1003' }),
    directDial: fc.boolean(),
    seconds: fc.constant(5),
    tries: fc.constantFrom(1, 3),
    fallback: fc.record({ silent: fallback, wrong: fallback }),
  }),
  fc.record({
    kind: fc.constant('mailbox' as const),
    mailbox: fc.constant(callee),
    needsPin: fc.boolean(),
    language: fc.constantFrom(undefined, 'en'),
  }),
  fc.record({
    kind: fc.constant('pickup' as const),
    by: fc.constant(callee),
    groups: fc.constant(['sales']),
    number: fc.constant(undefined),
  }),
  fc.record({
    kind: fc.constant('queue' as const),
    companyId: fc.constant(1),
    queueId: fc.constant('q'),
    callee: fc.constant(callee),
    callerId: fc.constant({ name: 'Ada', number: '1001' }),
    music: fc.constant('default'),
    overflow: fallback,
    callback: fc.boolean(),
    language: fc.constant('en'),
    at: fc.constant(1),
  }),
  fc.record({
    kind: fc.constant('conference' as const),
    companyId: fc.constant(1),
    roomId: fc.constant('r'),
    room: fc.constant(callee),
    callerId: fc.constant({ name: 'Ada', number: '1001' }),
    needsPin: fc.boolean(),
    isModerator: fc.boolean(),
    waitsForModerator: fc.boolean(),
    endsWithModerator: fc.boolean(),
    music: fc.constant('default'),
    language: fc.constant('en'),
    roomLanguage: fc.constant('de'),
    at: fc.constant(1),
  }),
  fc.record({
    kind: fc.constant('park' as const),
    companyId: fc.constant(1),
    lotId: fc.constant('p'),
    lot: fc.constant(callee),
    slots: fc.constant([701]),
    parkedBy: fc.constant(callee),
    callerId: fc.constant({ name: 'Ada', number: '1001' }),
    seconds: fc.constant(60),
    returnsTo: fc.constant(callee),
    destination: fc.constantFrom('', '1003'),
    music: fc.constant('default'),
    at: fc.constant(1),
    since: fc.constant(1),
  }),
  fc.record({
    kind: fc.constant('parking' as const),
    lotId: fc.constant('p'),
    lot: fc.constant(callee),
    slot: fc.constantFrom(701, undefined),
    by: fc.constant(callee),
    language: fc.constant('en'),
  }),
  fc.record({
    kind: fc.constant('page' as const),
    targets: fc.constantFrom([], [target(1005)]),
    busy: fc.constant([]),
    isTwoWay: fc.boolean(),
    callerId: fc.constant({ name: 'Ada', number: '1001' }),
    language: fc.constant('en'),
  }),
  fc.record({
    kind: fc.constant('feature' as const),
    feature: fc.constantFrom('follow_me' as const, 'record_prompt' as const),
    phone: fc.constant(callee),
    argument: fc.constant(''),
    language: fc.constant('en'),
  }),
  fc.record({
    kind: fc.constant('directory' as const),
    companyId: fc.constant(1),
    callee: fc.constant(callee),
    tries: fc.constantFrom(1, 3),
    destination: fc.constantFrom('', '1009'),
    language: fc.constant('en'),
  }),
  fc.record({
    kind: fc.constant('agent' as const),
    agent: fc.constant(callee),
    queue: fc.constant(undefined),
    language: fc.constant('en'),
  }),
  fc.record({ kind: fc.constant('refuse' as const), cause: fc.constantFrom(1, 34) }),
)
const cause = fc.constantFrom(...Object.values(hangUpCauses), 21)

/** What may happen next; a leg is chosen among those that there are, by a number. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('planned' as const), plan }),
  fc.record({ kind: fc.constant('found' as const), counts: fc.array(fc.nat(2), { maxLength: 3 }) }),
  fc.record({ kind: fc.constantFrom('answered', 'legRings', 'legSounds'), which: fc.nat() }),
  fc.record({ kind: fc.constant('pressed' as const), which: fc.nat(), digit: fc.constantFrom('1', '2') }),
  fc.record({ kind: fc.constant('legEnded' as const), which: fc.nat(), cause }),
  fc.record({ kind: fc.constant('taken' as const) }),
  fc.record({ kind: fc.constant('pickedUp' as const), hasCall: fc.boolean() }),
  fc.record({ kind: fc.constant('digit' as const), digit: fc.constantFrom('1', '9', '*', '#') }),
  fc.record({
    kind: fc.constant('opened' as const),
    messages: fc.constantFrom(undefined, [], [{ companyId: 1, messageId: 'm' }]),
  }),
  fc.record({ kind: fc.constant('recorded' as const), seconds: fc.nat(3) }),
  fc.record({
    kind: fc.constant('nameFound' as const),
    person: fc.constantFrom(undefined, { address: callee, name: undefined }),
  }),
  fc.record({
    kind: fc.constant('featureUsed' as const),
    outcome: fc.record({ isDone: fc.boolean(), say: fc.constant('speak_now' as const) }),
  }),
  fc.record({
    kind: fc.constant('offered' as const),
    stage: fc.record({ targets, seconds: fc.constant(20) }),
  }),
  fc.record({ kind: fc.constant('announced' as const), position: fc.nat(30) }),
  fc.record({ kind: fc.constant('pageOver' as const), wasHeard: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('roomQuiet', 'roomTalks'), isAlone: fc.boolean() }),
  fc.record({ kind: fc.constant('parked' as const), slot: fc.constantFrom(701, undefined) }),
  fc.record({ kind: fc.constant('signedIn' as const), isSignedIn: fc.constantFrom(true, false, undefined) }),
  fc.record({ kind: fc.constantFrom('overflowed', 'timeout', 'played', 'failed', 'callerEnded') }),
)

it('whatever happens, the caller is ended once, and no phone is left ringing or alone', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let state: CallState = newCall
      let isCallerThere = true
      let connected: string | undefined
      let legs = 0
      /** phones that were made to ring, and have not been ended */
      const there = new Set<string>()
      const step = (input: CallInput) => {
        const before = state
        const { state: after, commands } = stepCall(state, input)
        if (before.at === 'ended') expect(after).toEqual(before)
        for (const command of commands) {
          // Nobody who calls from elsewhere listens to messages without a PIN.
          if (command.do === 'openMailbox' && command.isAway) expect(command.pin).toBeDefined()
          if (command.do === 'ring') for (const { id } of command.legs) there.add(id)
          else if (command.do === 'endLeg') there.delete(command.leg)
          else if (command.do === 'connect') {
            expect([there.has(command.leg), connected, isCallerThere]).toEqual([true, undefined, true])
            connected = command.leg
          } else if (command.do === 'endCaller') {
            expect(isCallerThere).toBe(true)
            isCallerThere = false
          }
        }
        state = after
        if (state.at === 'ended') expect([isCallerThere, [...there]]).toEqual([false, []])
        if (state.at === 'talking') expect([...there]).toEqual([state.leg])
      }
      for (const one of happenings) {
        if (one.kind === 'found') {
          const found = one.counts.flatMap((count, index) =>
            Array.from({ length: count }, () => {
              legs += 1
              return { id: `leg-${legs}`, target: target(1002 + index) }
            }),
          )
          step({ kind: 'found', legs: found })
        } else if ('which' in one) {
          const leg = [...there][one.which % (there.size || 1)]
          if (leg === undefined) continue
          if (one.kind === 'legEnded') there.delete(leg)
          const { which: _, ...input } = one
          step({ ...input, leg } as CallInput)
        } else if (one.kind === 'taken') {
          // Only calls that ring or are parked are taken.
          if (state.at !== 'ringing' && state.at !== 'looking' && state.at !== 'parked') continue
          legs += 1
          there.add(`leg-${legs}`)
          step({ kind: 'taken', leg: { id: `leg-${legs}`, target: target(1005) } })
        } else if (one.kind === 'pickedUp') {
          if (state.at !== 'pickingUp' && (state.at !== 'parking' || !one.hasCall)) continue
          // The caller goes on in another call.
          if (one.hasCall) isCallerThere = false
          step(one)
        } else if (one.kind === 'callerEnded') {
          if (!isCallerThere) continue
          isCallerThere = false
          step({ kind: 'callerEnded' })
        } else step(one as CallInput)
      }
      // A caller who is still there can always hang up.
      if (isCallerThere) {
        isCallerThere = false
        step({ kind: 'callerEnded' })
      }
      expect(state.at).toBe('ended')
    }),
    { numRuns: 2000 },
  )
})
