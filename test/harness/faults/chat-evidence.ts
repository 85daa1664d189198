/** What is known after a trial of the chat. The checker sees nothing else. */
export interface ChatEvidence {
  destinations: readonly Destination[]
  attempts: readonly Attempt[]
  /** what the API shows to each person, in its order */
  histories: ReadonlyMap<string, readonly Stored[]>
  /** of a person who is in every stream: it has messages and membership changes in their true order */
  observer: QueueRecord
  queues: readonly QueueRecord[]
}

/** A stream or a conversation, and who is entitled to it. */
export interface Destination {
  name: string
  readers: readonly string[]
  /** those who come and go, and whether they were there at the beginning */
  wanderers: Readonly<Record<string, boolean>>
  /** Who has left it gets nothing of it any more, not even what was waiting in their queue. */
  isPrivate?: boolean
}

/** A message that somebody tried to send. `unknown`: it may be there or not, but never twice. */
export interface Attempt {
  text: string
  sender: string
  state: 'acknowledged' | 'refused' | 'unknown'
  id?: number
}

export interface Stored {
  id: number
  text: string
}

export interface QueueRecord {
  name: string
  person: string
  events: readonly SeenEvent[]
  /** how often the server did not know the queue any more */
  lost: number
}

export type SeenEvent =
  | { eventId: number; kind: 'message'; message: Stored }
  | { eventId: number; kind: 'joined' | 'left'; person: string; destination: string }
  | { eventId: number; kind: 'other' }

/** The text of a load message says where it belongs; anything else that people get is not ours. */
export const textOf = (trial: string, destination: string, sender: string, number: number) =>
  `load|${destination}|${sender}|${trial}|${number}`

export const isOfTrial = (trial: string, text: string) => text.split('|')[3] === trial

export function destinationOf(text: string): string | undefined {
  const [mark, destination] = text.split('|')
  return mark === 'load' ? destination : undefined
}

export interface Complaint {
  kind: 'lost' | 'doubled' | 'from nowhere' | 'refused' | 'order' | 'missed' | 'leaked' | 'queue' | 'memory'
  what: string
}
