import type { PbxAddress } from '../pbx/pbx.ts'
import type { CalledOutcome, CallResult } from './call-outcomes.ts'
import { type CallPlan, type HangUpCause, hangUpCauses, type Instead, type RingPlan } from './call-plan.ts'

/** Forwarding from phone to phone ends here: two could point at each other. */
const MOST_FORWARDS = 5

export type CallState =
  | { readonly at: 'planning'; readonly forwards: number }
  | { readonly at: 'looking'; readonly forwards: number; readonly plan: RingPlan }
  | {
      readonly at: 'ringing'
      readonly forwards: number
      readonly plan: RingPlan
      readonly legs: readonly string[]
      readonly wasBusy: boolean
    }
  | { readonly at: 'talking'; readonly leg: string }
  | { readonly at: 'recording'; readonly outcome: CalledOutcome }
  | { readonly at: 'ended'; readonly result: CallResult }

export type CallInput =
  | { readonly kind: 'planned'; readonly plan: CallPlan }
  /** the phones that are registered as the callee; each becomes a leg with its index as id */
  | { readonly kind: 'found'; readonly legs: readonly string[] }
  | { readonly kind: 'answered'; readonly leg: string }
  | { readonly kind: 'legEnded'; readonly leg: string; readonly cause: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'callerEnded' }
  | { readonly kind: 'recorded'; readonly seconds: number }
  /** The call could not be planned, the phones could not be looked up, or nothing could be recorded. */
  | { readonly kind: 'failed' }

export type CallCommand =
  | { readonly do: 'find'; readonly callee: PbxAddress }
  | { readonly do: 'ring'; readonly plan: RingPlan; readonly legs: readonly string[] }
  /** Plans the call to another number, which the callee has chosen. */
  | { readonly do: 'forward'; readonly from: PbxAddress; readonly to: Instead }
  | { readonly do: 'connect'; readonly leg: string }
  | { readonly do: 'record'; readonly mailbox: PbxAddress }
  | { readonly do: 'endLeg'; readonly leg: string }
  | { readonly do: 'endCaller'; readonly cause: HangUpCause }

export interface CallStep {
  readonly state: CallState
  readonly commands: readonly CallCommand[]
  /** a phone that was called, and how it responded */
  readonly called?: { readonly address: PbxAddress; readonly outcome: CalledOutcome }
}

export const newCall: CallState = { at: 'planning', forwards: 0 }

const ended = (result: CallResult, ...commands: CallCommand[]): CallStep => ({
  state: { at: 'ended', result },
  commands,
})
const failed = ended('failed', { do: 'endCaller', cause: hangUpCauses.failure })
const calling = (address: PbxAddress, outcome: CalledOutcome, step: CallStep): CallStep => ({
  ...step,
  called: { address, outcome },
})
const stay = (state: CallState): CallStep => ({ state, commands: [] })

/** The call as a state machine: what happens next, without doing it. Inputs that do not fit the state change nothing. */
export function stepCall(state: CallState, input: CallInput): CallStep {
  switch (state.at) {
    case 'planning':
      return stepPlanning(state, input)
    case 'looking':
      return stepLooking(state, input)
    case 'ringing':
      return stepRinging(state, input)
    case 'talking':
      return stepTalking(state, input)
    case 'recording':
      return stepRecording(state, input)
    case 'ended':
      return input.kind === 'answered' ? { state, commands: [{ do: 'endLeg', leg: input.leg }] } : stay(state)
  }
}

function stepPlanning(state: CallState & { at: 'planning' }, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('cancelled')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'planned') return stay(state)
  const { plan } = input
  if (plan.kind === 'refuse') {
    const result = plan.cause === hangUpCauses.unknownNumber ? 'unknown_number' : 'over_limit'
    return ended(result, { do: 'endCaller', cause: plan.cause })
  }
  if (plan.isBusy) return goElsewhere(state.forwards, plan, 'busy')
  return {
    state: { at: 'looking', forwards: state.forwards, plan },
    commands: [{ do: 'find', callee: plan.callee }],
  }
}

function stepLooking(state: CallState & { at: 'looking' }, input: CallInput): CallStep {
  const { callee } = state.plan
  if (input.kind === 'callerEnded') return calling(callee, 'cancelled', ended('cancelled'))
  if (input.kind === 'failed') return calling(callee, 'unavailable', failed)
  if (input.kind !== 'found') return stay(state)
  const { forwards, plan } = state
  if (input.legs.length === 0) return goElsewhere(forwards, plan, 'unavailable')
  return {
    state: { at: 'ringing', forwards, plan, legs: input.legs, wasBusy: false },
    commands: [{ do: 'ring', plan, legs: input.legs }],
  }
}

function stepRinging(state: CallState & { at: 'ringing' }, input: CallInput): CallStep {
  const { forwards, plan, legs, wasBusy } = state
  const endAll = (but?: string): CallCommand[] =>
    legs.filter((leg) => leg !== but).map((leg) => ({ do: 'endLeg', leg }))
  switch (input.kind) {
    case 'callerEnded':
      return calling(plan.callee, 'cancelled', ended('cancelled', ...endAll()))
    case 'timeout': {
      const next = goElsewhere(forwards, plan, 'noAnswer')
      return { ...next, commands: [...endAll(), ...next.commands] }
    }
    case 'answered':
      if (!legs.includes(input.leg)) return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
      return calling(plan.callee, 'answered', {
        state: { at: 'talking', leg: input.leg },
        commands: [...endAll(input.leg), { do: 'connect', leg: input.leg }],
      })
    case 'legEnded': {
      if (!legs.includes(input.leg)) return stay(state)
      const left = legs.filter((leg) => leg !== input.leg)
      const isBusy = wasBusy || isRefusal(input.cause)
      if (left.length > 0) return stay({ ...state, legs: left, wasBusy: isBusy })
      return goElsewhere(forwards, plan, isBusy ? 'busy' : 'unavailable')
    }
    default:
      return stay(state)
  }
}

function stepTalking(state: CallState & { at: 'talking' }, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered', { do: 'endLeg', leg: state.leg })
  if (input.kind === 'legEnded' && input.leg === state.leg) {
    return ended('answered', { do: 'endCaller', cause: hangUpCauses.normal })
  }
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  return stay(state)
}

/** A caller who hangs up has been recorded before: see the PBX's order of events. */
function stepRecording(state: CallState & { at: 'recording' }, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.outcome)
  if (input.kind === 'failed') return ended(state.outcome, { do: 'endCaller', cause: hangUpCauses.normal })
  if (input.kind !== 'recorded') return stay(state)
  const result = input.seconds > 0 ? 'voicemail' : state.outcome
  return ended(result, { do: 'endCaller', cause: hangUpCauses.normal })
}

/** The phone is in use, or its owner has refused the call. */
const isRefusal = (cause: number) => cause === hangUpCauses.busy || cause === 21

const endings = {
  busy: { cause: hangUpCauses.busy, outcome: 'busy' },
  noAnswer: { cause: hangUpCauses.noAnswer, outcome: 'no_answer' },
  unavailable: { cause: hangUpCauses.absent, outcome: 'unavailable' },
} as const

function goElsewhere(forwards: number, plan: RingPlan, why: keyof RingPlan['instead']): CallStep {
  const to = plan.instead[why]
  const { cause, outcome } = endings[why]
  if (to.number === '' || forwards >= MOST_FORWARDS) {
    const last: CallStep = plan.takesMessages
      ? { state: { at: 'recording', outcome }, commands: [{ do: 'record', mailbox: plan.callee }] }
      : ended(outcome, { do: 'endCaller', cause })
    return calling(plan.callee, outcome, last)
  }
  return calling(plan.callee, outcome, {
    state: { at: 'planning', forwards: forwards + 1 },
    commands: [{ do: 'forward', from: plan.callee, to }],
  })
}
