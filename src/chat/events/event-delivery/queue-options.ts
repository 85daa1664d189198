/** What a client requested when it registered its queue. Stored as JSON, because only the queue reads it. */
export interface QueueOptions {
  applyMarkdown: boolean
  clientAvatar: boolean
  /** null: all types */
  eventTypes: readonly string[] | null
  allPublicStreams: boolean
  includeSubscribers: boolean
  /** presence by user id, for newer clients; absent in queues registered with older servers */
  slimPresence?: boolean
  /** presence events have the same form as slim presence */
  simplePresenceEvents?: boolean
  /** whose forms the client gets; see featureLevel */
  level?: number
  narrow: readonly QueueNarrowTerm[]
  /** seconds without a poll until the queue expires */
  lifespan: number
}

/** `negated`: only messages that do not match. */
export type QueueNarrowTerm = readonly [operator: string, operand: string, negated?: boolean]
