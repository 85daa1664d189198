import { hangUpCauses, type RingPlan } from './call-plan.ts'
import type { CallStep } from './call-state.ts'
import { announce, ended } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'
import { playGreeting } from './greeting-steps.ts'
import { waitOn } from './queue-steps.ts'

const endings = {
  busy: { cause: hangUpCauses.busy, outcome: 'busy' },
  noAnswer: { cause: hangUpCauses.noAnswer, outcome: 'no_answer' },
  unavailable: { cause: hangUpCauses.absent, outcome: 'unavailable' },
} as const

/** Nobody took the call: it goes to another number, to the mailbox, or ends. */
export function fallBack(forwards: number, plan: RingPlan, why: keyof RingPlan['fallback']): CallStep {
  if (plan.queue) return waitOn(plan.queue)
  const forwarded = forwardCall(forwards, plan.callee, plan.fallback[why])
  if (forwarded) return forwarded
  const { cause } = endings[why]
  const outcome = plan.blocked?.result ?? endings[why].outcome
  const { mailbox } = plan
  if (!mailbox) {
    const { language } = plan
    // Phones and providers have a tone of their own for busy.
    if (why === 'busy' || language === undefined) return ended(outcome, { do: 'endCaller', cause })
    return announce({ say: 'unavailable', language }, outcome, cause)
  }
  return playGreeting(plan, why, { forwards, mailbox, outcome })
}
