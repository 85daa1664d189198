import type { LatencySummary } from '../latencies.ts'
import type { Transport } from '../waiting-crowd.ts'

/** From the bench to its load generator: first the start, then a step after the other. */
export type MixOrder =
  | { order: 'start'; port: number; secondsBetweenActions: number; transport: Transport }
  | { order: 'step'; people: number; settleSeconds: number; seconds: number }

export interface MixResult {
  people: number
  /** seconds until all of them were connected */
  ramp: number
  seconds: number
  /** all requests but those for events, and from each post to each receipt */
  all: LatencySummary
  kinds: Record<string, LatencySummary>
  deliveries: number
  /** answers other than success; a reaction that is there already is none */
  errors: number
  /** lost connections */
  lost: number
  generatorShare: number
}
