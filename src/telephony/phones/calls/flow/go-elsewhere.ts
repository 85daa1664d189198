import { hangUpCauses, type RingPlan } from '../call-plan.ts'
import type { CallStep } from './call-state.ts'
import { ended } from './call-steps.ts'
import { playGreeting } from './greeting-steps.ts'
import { MOST_FORWARDS } from './most-forwards.ts'

const endings = {
  busy: { cause: hangUpCauses.busy, outcome: 'busy' },
  noAnswer: { cause: hangUpCauses.noAnswer, outcome: 'no_answer' },
  unavailable: { cause: hangUpCauses.absent, outcome: 'unavailable' },
} as const

/** Nobody took the call: it goes to another number, to the mailbox, or ends. */
export function goElsewhere(forwards: number, plan: RingPlan, why: keyof RingPlan['instead']): CallStep {
  const to = plan.instead[why]
  const { cause, outcome } = endings[why]
  if (to.number !== '' && forwards < MOST_FORWARDS) {
    return {
      state: { at: 'planning', forwards: forwards + 1 },
      commands: [{ do: 'forward', from: plan.callee, to }],
    }
  }
  const { mailbox } = plan
  if (!mailbox) return ended(outcome, { do: 'endCaller', cause })
  return playGreeting(plan, why, { forwards, mailbox, outcome })
}
