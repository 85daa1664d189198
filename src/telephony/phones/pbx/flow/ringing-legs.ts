import type { CalledOutcome } from './call-outcomes.ts'
import { type CallTarget, hangUpCauses } from './call-plan.ts'
import type { AtStage, CallCommand, Called } from './call-state.ts'

export const endLegs = ({ legs }: AtStage, but?: string): CallCommand[] =>
  legs.filter(({ id }) => id !== but).map(({ id }) => ({ do: 'endLeg', leg: id }))

/** A phone has ended. Undefined if we do not know it. One that has answered and did not take the call has rung. */
export function withoutLeg<State extends AtStage>(
  state: State,
  leg: string,
  cause: number,
): State | undefined {
  const gone = state.legs.find(({ id }) => id === leg)
  if (!gone) return undefined
  const { target, isAsked = false } = gone
  if (cause === hangUpCauses.overLimit) {
    const overLimit = [...(state.overLimit ?? []), target]
    return { ...state, overLimit, legs: state.legs.filter((one) => one !== gone) }
  }
  const busy = isAsked || isRefusal(cause) ? [...state.busy, target] : state.busy
  const hasRung = state.hasRung || isAsked
  return { ...state, busy, hasRung, legs: state.legs.filter((one) => one !== gone) }
}

/** How the targets of the stage responded; `rest` are those that still ring. */
export function outcomesOf(
  { plan, stage, legs, busy, overLimit }: AtStage,
  rest: CalledOutcome,
  answerer?: CallTarget,
): Called[] {
  const outcomeOf = (target: CallTarget): CalledOutcome => {
    if (target === answerer) return 'answered'
    if (legs.some((leg) => leg.target === target)) return rest
    if (overLimit?.includes(target)) return 'over_limit'
    return busy.includes(target) ? 'busy' : 'unavailable'
  }
  return plan.stages[stage]!.targets.map((target) => ({ target, outcome: outcomeOf(target) }))
}

/** The phone is in use, or its owner has refused the call. */
const isRefusal = (cause: number) => cause === hangUpCauses.busy || cause === 21
