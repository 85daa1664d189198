import type { LatencySummary } from '../latencies.ts'
import type { CrowdPlan } from './crowd.ts'

/** What the load generator is asked to do, in a process of its own. */
export type Job = { protocol: 'xmpp' | 'switchboard'; plan: CrowdPlan } & (
  | { kind: 'fill'; count: number }
  /** as fast as messages are acknowledged */
  | { kind: 'flood'; seconds: number }
  /** at a fixed rate, however slow the server is */
  | { kind: 'steady'; perSecond: number; seconds: number }
  | { kind: 'fetch'; place: 'newest' | 'anywhere'; seconds: number }
  /** connected, until told to end */
  | { kind: 'hold' }
)

export interface JobResult {
  /** acknowledged messages a second */
  stored: number
  /** deliveries a second, to all people together */
  delivered: number
  /** from the send to each receipt, in milliseconds */
  latency: LatencySummary
  fetched: number
  /** processor time of the generator, of one core */
  generatorShare: number
}
