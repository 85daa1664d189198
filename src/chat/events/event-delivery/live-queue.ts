import type { QueueOptions } from './queue-options.ts'
import type { Viewer } from './viewer.ts'

/** An event as one queue sees it. */
export interface QueueEvent {
  id: number
  json: string
}

export type EndReason = 'queue_gone' | 'signed_out' | 'account_deactivated' | 'server_shutdown' | 'replaced'

/** How the client authenticated. The credential may become invalid while events are delivered. */
export interface Credential {
  readonly keyHash: string
  /** undefined: it used an API key */
  readonly sessionHash: string | undefined
}

/**
 * Where the events of a queue go. A poll (poll-receiver.ts) ends with its first delivery; a stream (stream-receiver.ts)
 * stays open. A queue has at most one receiver.
 */
export interface Receiver {
  readonly kind: 'poll' | 'stream'
  readonly queue: LiveQueue
  readonly credential: Credential
  /** Every event up to this position has been delivered, or is not for this queue. */
  position: number
  /** epoch milliseconds */
  heartbeatAt: number
  /** There may be pending events: deliver-events.ts is not done with it. */
  isDue: boolean
  /** credential checks in flight; nothing is delivered until they are done */
  holds: number
  /** false: it wants a response at once, even without events */
  readonly waits: boolean
  /** The client has to read before it gets more pending events. */
  readonly isFull: boolean
  whenDrained(call: () => void): void
  deliver(events: readonly QueueEvent[]): void
  /** Without a reason, the client has to request again. */
  end(reason?: EndReason): void
}

/** A queue used by a client of this process: a cursor and filters, without events. */
export class LiveQueue {
  readonly id: string
  readonly viewer: Viewer
  readonly base: number
  readonly options: QueueOptions
  acknowledged: number
  /** epoch milliseconds */
  lastSeen: number
  receiver: Receiver | undefined
  /** No event between these two positions is for this queue, so they can be skipped. */
  quiet: { from: number; until: number }
  /** `acknowledged` and `lastSeen` are newer than in the database. */
  touched = false

  constructor(
    id: string,
    viewer: Viewer,
    base: number,
    options: QueueOptions,
    acknowledged: number,
    lastSeen: number,
  ) {
    this.id = id
    this.viewer = viewer
    this.base = base
    this.options = options
    this.acknowledged = acknowledged
    this.lastSeen = lastSeen
    this.quiet = { from: acknowledged, until: acknowledged }
  }

  /** Ids count from the registration: the first possible event has id 0. */
  idAt(position: number): number {
    return position - this.base - 1
  }

  positionOf(id: number): number {
    return id + this.base + 1
  }

  /** Where to start looking for events after a position. */
  startAfter(position: number): number {
    return position >= this.quiet.from && position <= this.quiet.until ? this.quiet.until : position
  }

  noteQuiet(from: number, until: number): void {
    const joins = from <= this.quiet.until && from >= this.quiet.from
    this.quiet = { from: joins ? this.quiet.from : from, until }
  }

  /** The receiver is done. Another one may already have replaced it. */
  release(receiver: Receiver, now: number): void {
    if (this.receiver !== receiver) return
    this.receiver = undefined
    this.lastSeen = now
    this.touched = true
  }

  isExpired(now: number): boolean {
    return this.receiver === undefined && now - this.lastSeen > this.options.lifespan * 1000
  }
}
