import { answerLeg, giveToColleague, pressAtLeg } from './answer-leg.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { calling, ended, stay } from './call-steps.ts'
import { isTrunkFailure, passOn } from './pass-on.ts'
import { ringStage } from './ring-stage.ts'
import { endLegs, outcomesOf, withoutLeg } from './ringing-legs.ts'

/** Phones ring, until one answers or all have ended, or until the time of the stage is over. */
export function stepRinging(state: StateAt<'ringing'>, input: CallInput): CallStep {
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
    case 'taken':
      return giveToColleague(state, input.leg)
    case 'pressed':
      return pressAtLeg(state, input.leg, input.digit)
    case 'legEnded': {
      const left = withoutLeg(state, input.leg, input.cause)
      if (!left || left.legs.length > 0) return stay(left ?? state)
      if (state.plan.passesOn && !isTrunkFailure(input.cause)) return passOn(left, input.cause)
      return calling(outcomesOf(left, 'no_answer'), ringStage({ ...left, stage: state.stage + 1 }))
    }
    default:
      return stay(state)
  }
}
