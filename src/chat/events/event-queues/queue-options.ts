/** What a client asked for when it registered its queue. Kept as JSON, since only the queue reads it. */
export interface QueueOptions {
  applyMarkdown: boolean
  clientAvatar: boolean
  /** null: all types */
  eventTypes: readonly string[] | null
  allPublicStreams: boolean
  includeSubscribers: boolean
  /** presence by user id, as newer clients want it; queues of older servers do not say */
  slimPresence?: boolean
  narrow: readonly QueueNarrowTerm[]
  /** seconds without a poll after which it is collected */
  lifespan: number
}

export type QueueNarrowTerm = readonly [operator: string, operand: string]
