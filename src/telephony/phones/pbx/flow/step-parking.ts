import { hangUpCauses, type ParkingPlan, type ParkPlan } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { announce, ended, failed, stay } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'
import { leaveWith } from './queue-steps.ts'

/** After a restart of ours, the time counts from when the call was parked. */
export function enterParking(plan: ParkPlan): CallStep {
  const left = plan.seconds - (plan.at - plan.since) / 1000
  return {
    state: { at: 'parked', plan },
    commands: [
      { do: 'park', plan },
      { do: 'wait', seconds: Math.max(left, 1) },
    ],
  }
}

/** The caller hears music until somebody picks the call up, or until it goes back. */
export function stepParked(state: StateAt<'parked'>, input: CallInput): CallStep {
  const { destination, parkedBy, returnsTo } = state.plan
  switch (input.kind) {
    case 'callerEnded':
      return ended('cancelled')
    case 'failed':
      return failed
    case 'taken': {
      const { id: leg, target } = input.leg
      return {
        state: { at: 'talking', leg },
        commands: [{ do: 'connect', leg, isCalling: true }],
        called: [{ target, outcome: 'answered' }],
      }
    }
    case 'timeout':
      return (
        forwardCall(0, returnsTo, { number: destination || String(parkedBy.number), prefix: '' }) ?? failed
      )
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}

export const enterParkingLot = (plan: ParkingPlan): CallStep => ({
  state: { at: 'parking', language: plan.language, slot: plan.slot },
  commands: [{ do: 'useParking', plan }],
})

/** Somebody has dialled a lot or a slot. They go on in the call that they have picked up, or hear where theirs is. */
export function stepParking(state: StateAt<'parking'>, input: CallInput): CallStep {
  const { language } = state
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered')
    case 'failed':
      return failed
    case 'pickedUp':
      return ended('answered')
    case 'parked':
      if (input.slot !== undefined) {
        return leaveWith('answered', { say: 'parked_at', digits: String(input.slot), language })
      }
      return announce(
        { say: state.slot === undefined ? 'parking_failed' : 'slot_empty', language },
        'unavailable',
        hangUpCauses.unknownNumber,
      )
    default:
      return stay(state)
  }
}
