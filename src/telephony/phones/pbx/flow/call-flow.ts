import type { CallResult } from './call-outcomes.ts'
import { type CallPlan, type HangUpCause, hangUpCauses } from './call-plan.ts'
import type { AtStage, CallCommand, CallInput, CallState, CallStep, Leg, StateAt } from './call-state.ts'
import { after, announce, calling, ended, failed, stay } from './call-steps.ts'
import { fallBack } from './fall-back.ts'
import { leaveMessage } from './greeting-steps.ts'
import { beginListening, enterMailbox, refusePin } from './mailbox-steps.ts'
import { enterMenu, tryAgain } from './menu-steps.ts'
import { isTrunkFailure, passOn, ringOver } from './pass-on.ts'
import { enterQueue, pressInLine, waitOn } from './queue-steps.ts'
import { ringStage } from './ring-stage.ts'
import { askToTake, endLegs, endOtherLegs, isHeardEarly, outcomesOf, withoutLeg } from './ringing-legs.ts'
import { enterConference, stepEnteringRoom, stepInRoom } from './step-conference.ts'
import { enterDirectory, stepDirectory } from './step-directory.ts'
import { enterFeature, stepFeature, stepLeaving, stepSigningIn } from './step-feature.ts'
import { stepGreeting } from './step-greeting.ts'
import { stepListening } from './step-listening.ts'
import { stepMakingPrompt } from './step-making-prompt.ts'
import { stepMenu } from './step-menu.ts'
import { enterPage, stepPaging } from './step-paging.ts'
import { enterParking, enterParkingLot, stepParked, stepParking } from './step-parking.ts'
import { stepPin } from './step-pin.ts'
import { stepQueued } from './step-queued.ts'

const refusals: Partial<Record<HangUpCause, CallResult>> = {
  [hangUpCauses.unknownNumber]: 'unknown_number',
  [hangUpCauses.congestion]: 'over_limit',
  [hangUpCauses.absent]: 'unavailable',
}

/** The key that takes a call. */
const TAKE = '1'

/** The call as a state machine: what happens next, without doing it. Inputs that do not fit the state change nothing. */
export function stepCall(state: CallState, input: CallInput): CallStep {
  switch (state.at) {
    case 'planning':
      return stepPlanning(state, input)
    case 'menu':
      return stepMenu(state, input)
    case 'directory':
      return stepDirectory(state, input)
    case 'looking':
      return stepLooking(state, input)
    case 'ringing':
      return stepRinging(state, input)
    case 'talking':
      return stepTalking(state, input)
    case 'greeting':
      return stepGreeting(state, input)
    case 'recording':
      return stepRecording(state, input)
    case 'announcing':
      return stepAnnouncing(state, input)
    case 'pin':
      return stepPin(state, input)
    case 'opening':
      return stepOpening(state, input)
    case 'listening':
      return stepListening(state, input)
    case 'queued':
      return stepQueued(state, input)
    case 'enteringRoom':
      return stepEnteringRoom(state, input)
    case 'inRoom':
      return stepInRoom(state, input)
    case 'parked':
      return stepParked(state, input)
    case 'paging':
      return stepPaging(state, input)
    case 'parking':
      return stepParking(state, input)
    case 'signingIn':
      return stepSigningIn(state, input)
    case 'usingFeature':
      return stepFeature(state, input)
    case 'makingPrompt':
      return stepMakingPrompt(state, input)
    case 'leaving':
      return stepLeaving(state, input)
    case 'faxing':
      return stepFaxing(state, input)
    case 'pickingUp':
      return stepPickingUp(state, input)
    case 'ended':
      return input.kind === 'answered' ? { state, commands: [{ do: 'endLeg', leg: input.leg }] } : stay(state)
  }
}

/** The PBX receives the fax. */
function stepFaxing(state: StateAt<'faxing'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered')
  return input.kind === 'failed' ? failed : stay(state)
}

/** The caller picks up a call that rings at another phone. Somebody else may have been faster. */
function stepPickingUp(state: StateAt<'pickingUp'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('cancelled')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'pickedUp') return stay(state)
  if (input.hasCall) return ended('answered')
  return ended('unavailable', { do: 'endCaller', cause: hangUpCauses.unknownNumber })
}

/** We are checking the PIN and looking up the messages. */
function stepOpening(state: StateAt<'opening'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.plan.missed ?? 'answered')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'opened') return stay(state)
  const { plan, wrong } = state
  if (!input.messages) return refusePin(plan, wrong)
  return beginListening(plan, input.messages)
}

/** The caller leaves a message. A caller who hangs up has been recorded before: see the PBX's order of events. */
function stepRecording(state: StateAt<'recording'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.outcome)
  if (input.kind === 'failed') {
    return announce({ say: 'not_recorded', language: state.language }, state.outcome, hangUpCauses.congestion)
  }
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  if (input.kind !== 'recorded') return stay(state)
  const result = input.seconds > 0 ? 'voicemail' : state.outcome
  return ended(result, { do: 'endCaller', cause: hangUpCauses.normal })
}

/** The caller hears why the call ends. */
function stepAnnouncing({ result, cause, at }: StateAt<'announcing'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(result)
  if (input.kind === 'answered') {
    return { state: { at, result, cause }, commands: [{ do: 'endLeg', leg: input.leg }] }
  }
  if (input.kind !== 'played' && input.kind !== 'failed') return stay({ at, result, cause })
  return ended(result, { do: 'endCaller', cause })
}

/** The caller and the phone that answered are connected, until one hangs up or is transferred. */
function stepTalking(state: StateAt<'talking'>, input: CallInput): CallStep {
  const endLeg: CallCommand = { do: 'endLeg', leg: state.leg }
  const endCaller: CallCommand = { do: 'endCaller', cause: hangUpCauses.normal }
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered', endLeg)
    case 'legEnded':
      return input.leg === state.leg ? ended('answered', endCaller) : stay(state)
    case 'answered':
      if (input.leg === state.leg) return stay(state)
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    case 'left':
      return ended('answered', input.by === 'caller' ? endCaller : endLeg)
    case 'joined':
      return after([endLeg], joinCaller(input.leg))
    case 'transferred': {
      const { plan } = input
      return after([endLeg], stepPlanning({ at: 'planning', forwards: 0 }, { kind: 'planned', plan }))
    }
    default:
      return stay(state)
  }
}

/** Phones ring, until one answers or all have ended, or until the time of the stage is over. */
function stepRinging(state: StateAt<'ringing'>, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return calling(outcomesOf(state, 'cancelled'), ended('cancelled', ...endLegs(state)))
    case 'timeout': {
      const next = ringStage({ ...state, stage: state.stage + 1, hasRung: true })
      const still = next.state.at === 'looking' ? next.state.legs : []
      const over = outcomesOf(state, 'no_answer').filter(({ target }) =>
        still.every((leg) => leg.target !== target),
      )
      return calling(over, next)
    }
    case 'answered':
      return answerLeg(state, input.leg)
    case 'legRings':
    case 'legSounds':
      return hearLeg(state, input)
    case 'taken':
      return giveToColleague(state, input.leg)
    case 'pressed':
      return pressAtLeg(state, input.leg, input.digit)
    case 'digit':
      return pressWhileAgentsRing(state, input.digit)
    case 'legEnded': {
      const over = ringOver(state, input.leg, input.cause)
      if (over) return over
      const left = withoutLeg(state, input.leg, input.cause)
      if (!left || left.legs.length > 0) return stay(left ?? state)
      if (state.plan.passesOn && !isTrunkFailure(input.cause)) return passOn(left, input.cause)
      return calling(outcomesOf(left, 'no_answer'), ringStage({ ...left, stage: state.stage + 1 }))
    }
    default:
      return stay(state)
  }
}

/** We are asking the PBX which phones are registered. Phones of the stage before may still ring. */
function stepLooking(state: StateAt<'looking'>, input: CallInput): CallStep {
  const { plan, stage } = state
  switch (input.kind) {
    case 'callerEnded': {
      const called = plan.stages[stage]!.targets.map((target) => ({ target, outcome: 'cancelled' }) as const)
      return calling(called, ended('cancelled', ...endLegs(state)))
    }
    case 'failed': {
      const next = plan.queue ? waitOn(plan.queue) : failed
      return calling(outcomesOf(state, 'cancelled'), after(endLegs(state), next))
    }
    case 'answered':
      return answerLeg(state, input.leg)
    case 'legRings':
    case 'legSounds':
      return hearLeg(state, input)
    case 'taken':
      return giveToColleague(state, input.leg)
    case 'pressed':
      return pressAtLeg(state, input.leg, input.digit)
    case 'digit':
      return pressWhileAgentsRing(state, input.digit)
    case 'legEnded':
      return (
        ringOver(state, input.leg, input.cause) ?? stay(withoutLeg(state, input.leg, input.cause) ?? state)
      )
    case 'found': {
      const legs = [...state.legs, ...input.legs]
      if (legs.length === 0) {
        return calling(outcomesOf(state, 'unavailable'), ringStage({ ...state, stage: stage + 1 }))
      }
      const { seconds } = plan.stages[stage]!
      return {
        state: { ...state, at: 'ringing', legs },
        commands: [
          {
            do: 'ring',
            legs: input.legs,
            callerId: plan.callerId,
            seconds,
            music: plan.music,
            ...(legs.every(({ target }) => target.kind === 'trunk') && { isOutside: true }),
          },
        ],
      }
    }
    default:
      return stay(state)
  }
}

type Ringing = StateAt<'ringing'> | StateAt<'looking'>

/** A phone has answered: it gets the call, or is asked to confirm while the others ring on. Unknown ones are hung up. */
function answerLeg(state: Ringing, id: string): CallStep {
  const leg = state.legs.find((one) => one.id === id)
  if (!leg) return { state, commands: [{ do: 'endLeg', leg: id }] }
  if (leg.isAsked) return stay(state)
  if (!leg.target.mustConfirm) return takeCall(state, leg)
  const legs = state.legs.map((one) => (one === leg ? { ...leg, isAsked: true } : one))
  return { state: { ...state, legs }, commands: [{ do: 'ask', leg: id, words: askToTake(state.plan) }] }
}

/** A key was pressed at a phone. Only the right one takes the call, and only if the phone was asked. */
function pressAtLeg(state: Ringing, id: string, digit: string): CallStep {
  const leg = state.legs.find((one) => one.id === id)
  return leg?.isAsked && digit === TAKE ? takeCall(state, leg) : stay(state)
}

/** A caller in line presses a key while phones of agents ring. */
function pressWhileAgentsRing(state: Ringing, digit: string): CallStep {
  const step = state.plan.queue && pressInLine(state.plan.queue, digit)
  return step ? calling(outcomesOf(state, 'cancelled'), after(endLegs(state), step)) : stay(state)
}

/** A phone outside rings, or its provider plays an announcement. Where the caller cannot hear it, they hear ringing. */
function hearLeg(state: Ringing, { kind, leg }: CallInput & { kind: 'legRings' | 'legSounds' }): CallStep {
  const isOutside = state.legs.every(({ target }) => target.kind === 'trunk')
  if (!isOutside || state.plan.music !== undefined || state.legs.every(({ id }) => id !== leg))
    return stay(state)
  const isHeard = kind === 'legSounds' && isHeardEarly(state)
  return { state, commands: [isHeard ? { do: 'connectEarly', leg } : { do: 'showRinging' }] }
}

/** The phone gets the call, and the others stop ringing. */
const takeCall = (state: AtStage, { id, target }: Leg): CallStep =>
  calling(outcomesOf(state, 'answered_elsewhere', target), {
    state: { at: 'talking', leg: id },
    commands: [...endOtherLegs(state, id), { do: 'connect', leg: id }],
  })

/** Somebody whose phone does not ring takes the call, and all phones stop ringing. */
const giveToColleague = (state: Ringing, { id, target }: Leg): CallStep =>
  calling([...outcomesOf(state, 'answered_elsewhere'), { target, outcome: 'answered' }], {
    state: { at: 'talking', leg: id },
    commands: [...endOtherLegs(state, id), { do: 'connect', leg: id, isCalling: true }],
  })

/** We are looking up what the number is. */
function stepPlanning(state: StateAt<'planning'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('cancelled')
  if (input.kind === 'failed') return failed
  if (input.kind === 'joined') return joinCaller(input.leg)
  if (input.kind !== 'planned') return stay(state)
  const { plan } = input
  if (plan.kind === 'refuse' || plan.kind === 'ring') {
    const refused = (plan.refused ?? []).map((target) => ({ target, outcome: 'not_permitted' }) as const)
    const blocked = (plan.blocked?.targets ?? []).map((target) => ({ target, outcome: 'blocked' }) as const)
    return calling([...refused, ...blocked], followPlan(state, plan))
  }
  return followPlan(state, plan)
}

function followPlan(state: StateAt<'planning'>, plan: CallPlan): CallStep {
  if (plan.kind === 'menu') return enterMenu({ forwards: state.forwards, plan, played: 0 })
  if (plan.kind === 'directory') return enterDirectory(state.forwards, plan)
  if (plan.kind === 'queue') return enterQueue(state.forwards, plan, state.since)
  if (plan.kind === 'conference') return enterConference(plan)
  if (plan.kind === 'park') return enterParking(plan)
  if (plan.kind === 'page') return enterPage(plan)
  if (plan.kind === 'parking') return enterParkingLot(plan)
  if (plan.kind === 'agent') {
    return { state: { at: 'signingIn', language: plan.language }, commands: [{ do: 'signIn', plan }] }
  }
  if (plan.kind === 'feature') return enterFeature(plan)
  if (plan.kind === 'mailbox') return enterMailbox(plan)
  if (plan.kind === 'refuse') {
    if (state.menu && plan.cause === hangUpCauses.unknownNumber) return tryAgain(state.menu, 'wrong')
    if (state.greeting) return leaveMessage(state.greeting)
    const result = plan.result ?? refusals[plan.cause] ?? 'failed'
    if (plan.says) return announce(plan.says, result, plan.cause)
    return ended(result, { do: 'endCaller', cause: plan.cause })
  }
  if (plan.kind === 'pickup') return { state: { at: 'pickingUp' }, commands: [{ do: 'pickUp', plan }] }
  if (plan.kind === 'fax') return { state: { at: 'faxing' }, commands: [{ do: 'receiveFax', fax: plan }] }
  const { busy = plan.isBusy ? [{ kind: 'phone', address: plan.callee } as const] : [] } = plan
  const called = busy.map((target) => ({ target, outcome: 'busy' }) as const)
  const { forwards } = state
  if (plan.isBusy) return calling(called, fallBack(forwards, plan, 'busy'))
  return calling(called, ringStage({ forwards, plan, stage: 0, busy, hasRung: false, legs: [] }))
}

/** Connects the caller with a phone that has already answered. */
const joinCaller = ({ id, target }: Leg): CallStep => ({
  state: { at: 'talking', leg: id },
  commands: [{ do: 'connect', leg: id }],
  called: [{ target, outcome: 'answered' }],
})
