import type { AtStage, CallStep, Leg, StateAt } from './call-state.ts'
import { calling, stay } from './call-steps.ts'
import { endLegs, outcomesOf } from './ringing-legs.ts'

/** The key that takes a call. */
const TAKE = '1'

type Ringing = StateAt<'ringing'> | StateAt<'looking'>

/** A phone has answered: it gets the call, or is asked to confirm while the others ring on. Unknown ones are hung up. */
export function answerLeg(state: Ringing, id: string): CallStep {
  const leg = state.legs.find((one) => one.id === id)
  if (!leg) return { state, commands: [{ do: 'endLeg', leg: id }] }
  if (leg.isAsked) return stay(state)
  if (!leg.target.mustConfirm) return takeCall(state, leg)
  const legs = state.legs.map((one) => (one === leg ? { ...leg, isAsked: true } : one))
  return { state: { ...state, legs }, commands: [{ do: 'ask', leg: id }] }
}

/** A key was pressed at a phone. Only the right one takes the call, and only if the phone was asked. */
export function pressAtLeg(state: Ringing, id: string, digit: string): CallStep {
  const leg = state.legs.find((one) => one.id === id)
  return leg?.isAsked && digit === TAKE ? takeCall(state, leg) : stay(state)
}

/** The phone gets the call, and the others stop ringing. */
const takeCall = (state: AtStage, { id, target }: Leg): CallStep =>
  calling(outcomesOf(state, 'answered_elsewhere', target), {
    state: { at: 'talking', leg: id },
    commands: [...endLegs(state, id), { do: 'connect', leg: id }],
  })

/** Somebody whose phone does not ring takes the call, and all phones stop ringing. */
export const giveToColleague = (state: Ringing, { id, target }: Leg): CallStep =>
  calling([...outcomesOf(state, 'answered_elsewhere'), { target, outcome: 'answered' }], {
    state: { at: 'talking', leg: id },
    commands: [...endLegs(state), { do: 'connect', leg: id, isCalling: true }],
  })
