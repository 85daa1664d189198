import type { CalledOutcome } from '../call-outcomes.ts'
import { type CallTarget, hangUpCauses } from '../call-plan.ts'
import type { CallCommand, Called, CallInput, CallStep, StateAt } from './call-state.ts'
import { after, calling, ended, stay } from './call-steps.ts'
import { ringStage } from './ring-stage.ts'

/** Phones ring, until one answers or all have ended, or until the time of the stage is over. */
export function stepRinging(state: StateAt<'ringing'>, input: CallInput): CallStep {
  const { legs, stage } = state
  const endAll = (but?: string): CallCommand[] =>
    legs.filter(({ id }) => id !== but).map(({ id }) => ({ do: 'endLeg', leg: id }))
  switch (input.kind) {
    case 'callerEnded':
      return calling(outcomesOf(state, 'cancelled'), ended('cancelled', ...endAll()))
    case 'timeout': {
      const next = ringStage({ ...state, stage: stage + 1, hasRung: true })
      return calling(outcomesOf(state, 'no_answer'), after(endAll(), next))
    }
    case 'answered': {
      const answerer = legs.find(({ id }) => id === input.leg)
      if (!answerer) return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
      return calling(outcomesOf(state, 'answered_elsewhere', answerer.target), {
        state: { at: 'talking', leg: input.leg },
        commands: [...endAll(input.leg), { do: 'connect', leg: input.leg }],
      })
    }
    case 'legEnded':
      return endLeg(state, input.leg, input.cause)
    default:
      return stay(state)
  }
}

function endLeg(state: StateAt<'ringing'>, leg: string, cause: number): CallStep {
  const gone = state.legs.find(({ id }) => id === leg)
  if (!gone) return stay(state)
  const busy = isRefusal(cause) ? [...state.busy, gone.target] : state.busy
  const left = { ...state, busy, legs: state.legs.filter((one) => one !== gone) }
  if (left.legs.length > 0) return stay(left)
  const wasBusy = state.wasBusy || busy.length > 0
  return calling(outcomesOf(left, 'no_answer'), ringStage({ ...left, stage: state.stage + 1, wasBusy }))
}

/** How the targets of the stage responded; `rest` are those that still ring. */
function outcomesOf(
  { plan, stage, legs, busy }: StateAt<'ringing'>,
  rest: CalledOutcome,
  answerer?: CallTarget,
): Called[] {
  const outcomeOf = (target: CallTarget): CalledOutcome => {
    if (target === answerer) return 'answered'
    if (legs.some((leg) => leg.target === target)) return rest
    return busy.includes(target) ? 'busy' : 'unavailable'
  }
  return plan.stages[stage]!.targets.map((target) => ({ target, outcome: outcomeOf(target) }))
}

/** The phone is in use, or its owner has refused the call. */
const isRefusal = (cause: number) => cause === hangUpCauses.busy || cause === 21
