import type { PbxAddress } from '../pbx/pbx.ts'
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
  | { readonly at: 'ended' }

export type CallInput =
  | { readonly kind: 'planned'; readonly plan: CallPlan }
  /** the phones that are registered as the callee; each becomes a leg with its index as id */
  | { readonly kind: 'found'; readonly legs: readonly string[] }
  | { readonly kind: 'answered'; readonly leg: string }
  | { readonly kind: 'legEnded'; readonly leg: string; readonly cause: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'callerEnded' }

export type CallCommand =
  | { readonly do: 'find'; readonly callee: PbxAddress }
  | { readonly do: 'ring'; readonly plan: RingPlan; readonly legs: readonly string[] }
  /** Plans the call to another number, which the callee has chosen. */
  | { readonly do: 'forward'; readonly from: PbxAddress; readonly to: Instead }
  | { readonly do: 'connect'; readonly leg: string }
  | { readonly do: 'endLeg'; readonly leg: string }
  | { readonly do: 'endCaller'; readonly cause: HangUpCause }

export interface CallStep {
  readonly state: CallState
  readonly commands: readonly CallCommand[]
}

export const newCall: CallState = { at: 'planning', forwards: 0 }

const ended = (...commands: CallCommand[]): CallStep => ({ state: { at: 'ended' }, commands })
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
    case 'ended':
      return input.kind === 'answered' ? { state, commands: [{ do: 'endLeg', leg: input.leg }] } : stay(state)
  }
}

function stepPlanning(state: CallState & { at: 'planning' }, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended()
  if (input.kind !== 'planned') return stay(state)
  const { plan } = input
  if (plan.kind === 'refuse') return ended({ do: 'endCaller', cause: plan.cause })
  if (plan.isBusy) return goElsewhere(state.forwards, plan, 'busy')
  return {
    state: { at: 'looking', forwards: state.forwards, plan },
    commands: [{ do: 'find', callee: plan.callee }],
  }
}

function stepLooking(state: CallState & { at: 'looking' }, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended()
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
      return ended(...endAll())
    case 'timeout': {
      const next = goElsewhere(forwards, plan, 'noAnswer')
      return { ...next, commands: [...endAll(), ...next.commands] }
    }
    case 'answered':
      if (!legs.includes(input.leg)) return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
      return {
        state: { at: 'talking', leg: input.leg },
        commands: [...endAll(input.leg), { do: 'connect', leg: input.leg }],
      }
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
  if (input.kind === 'callerEnded') return ended({ do: 'endLeg', leg: state.leg })
  if (input.kind === 'legEnded' && input.leg === state.leg) {
    return ended({ do: 'endCaller', cause: hangUpCauses.normal })
  }
  if (input.kind === 'answered') return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
  return stay(state)
}

/** The phone is in use, or its owner has refused the call. */
const isRefusal = (cause: number) => cause === hangUpCauses.busy || cause === 21

const causes = {
  busy: hangUpCauses.busy,
  noAnswer: hangUpCauses.noAnswer,
  unavailable: hangUpCauses.absent,
} as const

function goElsewhere(forwards: number, plan: RingPlan, why: keyof RingPlan['instead']): CallStep {
  const to = plan.instead[why]
  if (to.number === '' || forwards >= MOST_FORWARDS) return ended({ do: 'endCaller', cause: causes[why] })
  return {
    state: { at: 'planning', forwards: forwards + 1 },
    commands: [{ do: 'forward', from: plan.callee, to }],
  }
}
