import { hangUpCauses, type RingPlan } from './call-plan.ts'
import type { CallStep } from './call-state.ts'
import { ended } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'
import { playGreeting } from './greeting-steps.ts'

const endings = {
  busy: { cause: hangUpCauses.busy, outcome: 'busy' },
  noAnswer: { cause: hangUpCauses.noAnswer, outcome: 'no_answer' },
  unavailable: { cause: hangUpCauses.absent, outcome: 'unavailable' },
} as const

/** Nobody took the call: it goes to another number, to the mailbox, or ends. */
export function fallBack(forwards: number, plan: RingPlan, why: keyof RingPlan['fallback']): CallStep {
  const forwarded = forwardCall(forwards, plan.callee, plan.fallback[why])
  if (forwarded) return forwarded
  const { cause, outcome } = endings[why]
  const { mailbox } = plan
  if (!mailbox) return ended(outcome, { do: 'endCaller', cause })
  return playGreeting(plan, why, { forwards, mailbox, outcome })
}
