import type { CalledOutcome } from '../call-outcomes.ts'
import { type CallTarget, hangUpCauses } from '../call-plan.ts'
import type { AtStage, CallCommand, Called, CallStep } from './call-state.ts'
import { calling } from './call-steps.ts'

export const endLegs = ({ legs }: AtStage, but?: string): CallCommand[] =>
  legs.filter(({ id }) => id !== but).map(({ id }) => ({ do: 'endLeg', leg: id }))

/** A phone has answered: it gets the call, and the others stop ringing. One that we do not know is hung up. */
export function answerLeg<State extends AtStage & CallStep['state']>(state: State, leg: string): CallStep {
  const answerer = state.legs.find(({ id }) => id === leg)
  if (!answerer) return { state, commands: [{ do: 'endLeg', leg }] }
  return calling(outcomesOf(state, 'answered_elsewhere', answerer.target), {
    state: { at: 'talking', leg },
    commands: [...endLegs(state, leg), { do: 'connect', leg }],
  })
}

/** A phone has ended. Undefined if we do not know it. */
export function withoutLeg<State extends AtStage>(
  state: State,
  leg: string,
  cause: number,
): State | undefined {
  const gone = state.legs.find(({ id }) => id === leg)
  if (!gone) return undefined
  const busy = isRefusal(cause) ? [...state.busy, gone.target] : state.busy
  return { ...state, busy, legs: state.legs.filter((one) => one !== gone) }
}

/** How the targets of the stage responded; `rest` are those that still ring. */
export function outcomesOf(
  { plan, stage, legs, busy }: AtStage,
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
