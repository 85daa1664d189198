import type { ConferencePlan, MailboxPlan } from './call-plan.ts'
import type { CallSound } from './call-sound.ts'
import type { CallStep, Listening } from './call-state.ts'

export const MAX_WRONG_PINS = 3

export const enterMailbox = (plan: MailboxPlan): CallStep =>
  plan.needsPin ? askForPin(plan, 0) : openMailbox(plan, undefined, 0)

export const askForPin = (plan: MailboxPlan | ConferencePlan, wrong: number): CallStep => ({
  state: { at: 'pin', plan, wrong, digits: '', isPlaying: true },
  commands: [{ do: 'play', sound: { say: wrong === 0 ? 'pin' : 'wrong_pin', language: plan.language } }],
})

export const openMailbox = (plan: MailboxPlan, pin: string | undefined, wrong: number): CallStep => ({
  state: { at: 'opening', plan, wrong },
  commands: [{ do: 'openMailbox', mailbox: plan.mailbox, pin, isAway: plan.missed !== undefined }],
})

/** The PIN was wrong: another try, and after the last the call is over. */
export const refusePin = (plan: MailboxPlan, before: number): CallStep =>
  before + 1 < MAX_WRONG_PINS
    ? askForPin(plan, before + 1)
    : listen({ ...plan, messages: [], index: 0 }, 'over')

type Place = Pick<Listening, 'mailbox' | 'messages' | 'index' | 'missed' | 'language'>

/** Plays a message; after the last one the call is over. */
export function listen(place: Place, ending?: CallSound): CallStep {
  const { mailbox, messages, index, missed, language } = place
  const message = messages[index]
  const playing = message ? 'message' : 'over'
  return {
    state: { at: 'listening', mailbox, messages, index, missed, language, playing },
    commands: [{ do: 'play', sound: message ?? ending ?? { say: 'no_more_messages', language } }],
  }
}
