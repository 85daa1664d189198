import type { CalledOutcome } from './call-outcomes.ts'
import { type CallTarget, hangUpCauses, type RingPlan } from './call-plan.ts'
import type { Announcement } from './call-sound.ts'
import type { AtStage, CallCommand, Called } from './call-state.ts'

export const endLegs = ({ legs }: AtStage): CallCommand[] => legs.map(({ id }) => ({ do: 'endLeg', leg: id }))

/** Somebody else has answered: the other phones do not show a missed call. */
export const endOtherLegs = ({ legs }: AtStage, answerer: string): CallCommand[] =>
  legs
    .filter(({ id }) => id !== answerer)
    .map(({ id }) => ({ do: 'endLeg', leg: id, cause: hangUpCauses.answeredElsewhere }))

/** A sole call to the outside can be heard before it is answered. A mailbox or music is played to the caller alone. */
export const isHeardEarly = ({ legs, plan }: AtStage) =>
  legs.length === 1 &&
  legs.every(({ target }) => target.kind === 'trunk' && !target.mustConfirm) &&
  plan.mailbox === undefined &&
  plan.music === undefined

/** A phone has ended. Undefined if we do not know it. One that has answered and did not take the call has rung. */
export function withoutLeg<State extends AtStage>(
  state: State,
  leg: string,
  cause: number,
): State | undefined {
  const gone = state.legs.find(({ id }) => id === leg)
  if (!gone) return undefined
  const { target, isAsked = false } = gone
  const legs = state.legs.filter((one) => one !== gone)
  if (cause === hangUpCauses.overLimit) {
    return { ...state, overLimit: [...(state.overLimit ?? []), target], legs }
  }
  if (cause === hangUpCauses.rejected && target.kind === 'trunk' && !isAsked) {
    return { ...state, rejected: [...(state.rejected ?? []), target], legs }
  }
  const busy = isAsked || isRefusal(cause) ? [...state.busy, target] : state.busy
  return { ...state, busy, hasRung: state.hasRung || isAsked, legs }
}

/** How the targets of the stage responded; `rest` are those that still ring. */
export function outcomesOf(
  { plan, stage, legs, busy, overLimit, rejected }: AtStage,
  rest: CalledOutcome,
  answerer?: CallTarget,
): Called[] {
  const outcomeOf = (target: CallTarget): CalledOutcome => {
    if (target === answerer) return 'answered'
    if (legs.some((leg) => leg.target === target)) return rest
    if (overLimit?.includes(target)) return 'over_limit'
    if (rejected?.includes(target)) return 'rejected'
    return busy.includes(target) ? 'busy' : 'unavailable'
  }
  return plan.stages[stage]!.targets.map((target) => ({ target, outcome: outcomeOf(target) }))
}

/** Says who calls, and which key takes the call. */
export function askToTake({ callerId: { number }, language }: RingPlan): Announcement {
  const next = [{ say: 'accept_call' } as const]
  return /^\+?\d{1,20}$/.test(number)
    ? { say: 'call_from', digits: number, language, next }
    : { say: 'call_from_unknown', language, next }
}

/** The phone is in use, or its owner has refused the call. */
const isRefusal = (cause: number) => cause === hangUpCauses.busy || cause === hangUpCauses.rejected
