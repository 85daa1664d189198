import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { ended, failed, stay } from './call-steps.ts'
import { listen, refusePin } from './mailbox-steps.ts'

/** We are checking the PIN and looking up the messages. */
export function stepOpening(state: StateAt<'opening'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended(state.plan.missed ?? 'answered')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'opened') return stay(state)
  const { plan, wrong } = state
  if (!input.messages) return refusePin(plan, wrong)
  return listen({ mailbox: plan.mailbox, messages: input.messages, index: 0 })
}
