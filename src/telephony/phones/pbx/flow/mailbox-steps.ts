import type { MailboxPlan } from './call-plan.ts'
import type { CallStep, Listening } from './call-state.ts'

const MAX_WRONG_PINS = 3

export const enterMailbox = (plan: MailboxPlan): CallStep =>
  plan.needsPin ? askForPin(plan, 0) : openMailbox(plan, undefined, 0)

const askForPin = (plan: MailboxPlan, wrong: number): CallStep => ({
  state: { at: 'pin', plan, wrong, digits: '', isPlaying: true },
  commands: [{ do: 'play', sound: 'ready' }],
})

export const openMailbox = (plan: MailboxPlan, pin: string | undefined, wrong: number): CallStep => ({
  state: { at: 'opening', plan, wrong },
  commands: [{ do: 'openMailbox', mailbox: plan.mailbox, pin, isAway: plan.missed !== undefined }],
})

/** The PIN was wrong: another try, and after the last the call is over. */
export const refusePin = (plan: MailboxPlan, before: number): CallStep =>
  before + 1 < MAX_WRONG_PINS
    ? askForPin(plan, before + 1)
    : listen({ mailbox: plan.mailbox, messages: [], index: 0, missed: plan.missed })

/** Plays a message; after the last one the call is over. */
export function listen(place: Pick<Listening, 'mailbox' | 'messages' | 'index' | 'missed'>): CallStep {
  const { mailbox, messages, index, missed } = place
  const message = messages[index]
  const playing = message ? 'message' : 'over'
  return {
    state: { at: 'listening', mailbox, messages, index, missed, playing },
    commands: [{ do: 'play', sound: message ?? 'over' }],
  }
}
