import type { Message } from '@switchboard/client/telephony'

/** Messages that a reader sees as one: a text to a group is one message for each of its people. */
export interface Bubble {
  first: Message
  all: readonly Message[]
}

const SAME_MS = 2000

export function bubblesOf(messages: readonly Message[]): Bubble[] {
  const bubbles: { first: Message; all: Message[] }[] = []
  for (const message of messages) {
    const last = bubbles.at(-1)
    if (last && belongsTo(last, message)) last.all.push(message)
    else bubbles.push({ first: message, all: [message] })
  }
  return bubbles
}

function belongsTo({ first, all }: Bubble, message: Message): boolean {
  return (
    message.direction === 'outbound' &&
    first.direction === 'outbound' &&
    message.text === first.text &&
    message.user_id === first.user_id &&
    message.files.map(({ id }) => id).join() === first.files.map(({ id }) => id).join() &&
    Date.parse(message.created_at) - Date.parse(first.created_at) < SAME_MS &&
    all.every(({ to }) => to !== message.to)
  )
}
