import { hangUpCauses } from './call-plan.ts'
import type { AtStage, CallStep } from './call-state.ts'
import { after, ended } from './call-steps.ts'
import { fallBack } from './fall-back.ts'

/**
 * Rings at a stage of the plan. Phones that ring already and belong to it go on, the others end. After the last stage
 * the call goes to its fallback, by what all of them met.
 */
export function ringStage(at: AtStage): CallStep {
  const { forwards, plan, stage, busy, overLimit, rejected, hasRung, legs } = at
  const next = plan.stages[stage]
  const wanted = (next?.targets ?? []).filter((target) => !busy.includes(target))
  const kept = legs.filter(({ target }) => wanted.includes(target))
  const ends = legs.filter((leg) => !kept.includes(leg)).map(({ id }) => ({ do: 'endLeg', leg: id }) as const)
  if (!next) {
    // The caller has dialled a number outside, and every trunk that could take the call is at a limit.
    if (plan.passesOn && overLimit && !hasRung) {
      return after(ends, ended('over_limit', { do: 'endCaller', cause: hangUpCauses.congestion }))
    }
    if (plan.passesOn && rejected && !hasRung) {
      return after(ends, ended('rejected', { do: 'endCaller', cause: hangUpCauses.rejected }))
    }
    const why = hasRung ? 'noAnswer' : busy.length > 0 ? 'busy' : 'unavailable'
    return after(ends, fallBack(forwards, plan, why))
  }
  if (wanted.length === 0) return after(ends, ringStage({ ...at, stage: stage + 1, legs: [] }))
  const missing = wanted.filter((target) => kept.every((leg) => leg.target !== target))
  return {
    state: {
      at: 'looking',
      forwards,
      plan,
      stage,
      busy,
      ...(overLimit && { overLimit }),
      ...(rejected && { rejected }),
      hasRung,
      legs: kept,
    },
    commands: [...ends, { do: 'find', targets: missing }],
  }
}
