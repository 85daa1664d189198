import { answerLeg, giveToColleague, pressAtLeg } from './answer-leg.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { after, calling, ended, failed, stay } from './call-steps.ts'
import { ringStage } from './ring-stage.ts'
import { endLegs, outcomesOf, withoutLeg } from './ringing-legs.ts'

/** We are asking the PBX which phones are registered. Phones of the stage before may still ring. */
export function stepLooking(state: StateAt<'looking'>, input: CallInput): CallStep {
  const { plan, stage } = state
  switch (input.kind) {
    case 'callerEnded': {
      const called = plan.stages[stage]!.targets.map((target) => ({ target, outcome: 'cancelled' }) as const)
      return calling(called, ended('cancelled', ...endLegs(state)))
    }
    case 'failed':
      return calling(outcomesOf(state, 'cancelled'), after(endLegs(state), failed))
    case 'answered':
      return answerLeg(state, input.leg)
    case 'taken':
      return giveToColleague(state, input.leg)
    case 'pressed':
      return pressAtLeg(state, input.leg, input.digit)
    case 'legEnded':
      return stay(withoutLeg(state, input.leg, input.cause) ?? state)
    case 'found': {
      const legs = [...state.legs, ...input.legs]
      if (legs.length === 0) {
        return calling(outcomesOf(state, 'unavailable'), ringStage({ ...state, stage: stage + 1 }))
      }
      const { seconds } = plan.stages[stage]!
      return {
        state: { ...state, at: 'ringing', legs },
        commands: [{ do: 'ring', legs: input.legs, callerId: plan.callerId, seconds, music: plan.music }],
      }
    }
    default:
      return stay(state)
  }
}
