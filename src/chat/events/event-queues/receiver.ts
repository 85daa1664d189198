import type { LiveQueue } from './live-queue.ts'

/** An event as one queue sees it. */
export interface QueueEvent {
  id: number
  json: string
}

export type EndReason = 'queue_gone' | 'signed_out' | 'account_deactivated' | 'server_shutdown' | 'replaced'

/** How the client proved who it is. It may lose that while it is still receiving. */
export interface Credential {
  readonly keyHash: string
  /** undefined: it came with an API key */
  readonly sessionHash: string | undefined
}

/**
 * Where the events of a queue go. A poll (poll-receiver.ts) ends with its first delivery, a stream (stream-receiver.ts)
 * stays. A queue has at most one.
 */
export interface Receiver {
  readonly kind: 'poll' | 'stream'
  readonly queue: LiveQueue
  readonly credential: Credential
  /** Everything up to this position of the log was delivered, or is not for this queue. */
  position: number
  /** epoch milliseconds */
  heartbeatAt: number
  /** There may be more for it than it got: deliver-events.ts is not done with it. */
  isDue: boolean
  /** checks of its credential that are in flight; until they are done nothing is delivered */
  holds: number
  /** false: it wants to know what is there, even if that is nothing */
  readonly waits: boolean
  /** The client has to read before it gets more of what it missed. */
  readonly isFull: boolean
  whenDrained(call: () => void): void
  deliver(events: readonly QueueEvent[]): void
  /** Without a reason the client has to ask again. */
  end(reason?: EndReason): void
}
