import type { ConferencePlan, MailboxPlan } from './call-plan.ts'
import type { MessageReference, Phrase } from './call-sound.ts'
import type { CallStep, Listening, StateAt } from './call-state.ts'

export const MAX_WRONG_PINS = 3

export const enterMailbox = (plan: MailboxPlan): CallStep =>
  plan.needsPin ? askForPin(plan, 0) : openMailbox(plan, undefined, 0)

export const askForPin = (plan: MailboxPlan | ConferencePlan, wrong: number): CallStep => ({
  state: { at: 'pin', plan, wrong, digits: '', isPlaying: true },
  commands: [{ do: 'play', sound: { say: questionFor(plan, wrong), language: plan.language } }],
})

function questionFor({ kind }: MailboxPlan | ConferencePlan, wrong: number) {
  if (wrong > 0) return 'wrong_pin'
  return kind === 'mailbox' ? 'pin' : 'conference_pin'
}

export const openMailbox = (plan: MailboxPlan, pin: string | undefined, wrong: number): CallStep => ({
  state: { at: 'opening', plan, wrong },
  commands: [{ do: 'openMailbox', mailbox: plan.mailbox, pin, isAway: plan.missed !== undefined }],
})

/** The PIN was wrong: another try, and after the last the call is over. */
export const refusePin = (plan: MailboxPlan, before: number): CallStep =>
  before + 1 < MAX_WRONG_PINS
    ? askForPin(plan, before + 1)
    : endListening({ ...plan, messages: [], index: 0 }, { say: 'goodbye' })

/** Says how many messages there are, and plays the first. */
export function beginListening(
  { mailbox, language }: MailboxPlan,
  messages: readonly MessageReference[],
): CallStep {
  const place = { mailbox, messages, index: 0, language }
  if (messages.length === 0) return endListening(place, { say: 'no_new_messages' })
  const count = { say: 'new_messages', number: messages.length } as const
  return listen(place, messages.length === 1 ? { say: 'one_new_message' } : count)
}

type Place = Pick<Listening, 'mailbox' | 'messages' | 'index' | 'missed' | 'language'>

/** Says what has happened before, when the message came and from whom, and plays it. After the last one, the call is over. */
export function listen(place: Place, ...before: readonly Phrase[]): CallStep {
  const { messages, index, language } = place
  const message = messages[index]
  if (!message) return endListening(place, ...before, { say: 'no_more_messages' })
  const [first, ...next] = [...before, ...introduce(message, index, messages.length)]
  if (language === undefined || !first) return playMessage(place)
  return {
    state: listening(place, 'introduction'),
    commands: [{ do: 'play', sound: { ...first, next, language } }],
  }
}

/** Plays the message itself. */
export const playMessage = (place: Place): CallStep => ({
  state: listening(place, 'message'),
  commands: [{ do: 'play', sound: place.messages[place.index]! }],
})

function endListening(place: Place, ...phrases: readonly Phrase[]): CallStep {
  const [first, ...next] = phrases
  const sound = { ...first!, language: place.language, ...(next.length > 0 && { next }) }
  return { state: listening(place, 'over'), commands: [{ do: 'play', sound }] }
}

const listening = (place: Place, playing: Listening['playing']): StateAt<'listening'> => {
  const { mailbox, messages, index, missed, language } = place
  return { at: 'listening', mailbox, messages, index, missed, language, playing }
}

function introduce({ envelope }: MessageReference, index: number, count: number): Phrase[] {
  const place: Phrase[] =
    count === 1
      ? []
      : [
          { say: 'message_number', number: index + 1 },
          { say: 'message_count', number: count },
        ]
  if (!envelope) return place
  const { date, day, time, from } = envelope
  return [
    ...place,
    day ? { say: `received_${day}` } : { say: 'received_on', number: date },
    { say: 'received_at', number: time },
    from === '' ? { say: 'from_unknown' } : { say: 'from_number', digits: from },
  ]
}
