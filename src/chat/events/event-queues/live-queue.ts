import type { Viewer } from '../event-delivery/viewer.ts'
import type { QueueOptions } from './queue-options.ts'

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

/** A queue that a client of this process uses. A cursor and filters; it holds no events. */
export class LiveQueue {
  readonly id: string
  readonly viewer: Viewer
  readonly base: number
  readonly options: QueueOptions
  acknowledged: number
  /** epoch milliseconds */
  lastSeen: number
  receiver: Receiver | undefined
  /** There is nothing for this queue between these two positions: they need not be looked at again. */
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

  /** Clients count from the registration: the first event that can come has id 0. */
  idAt(position: number): number {
    return position - this.base - 1
  }

  positionOf(id: number): number {
    return id + this.base + 1
  }

  /** Where to look for what comes after a position. */
  startAfter(position: number): number {
    return position >= this.quiet.from && position <= this.quiet.until ? this.quiet.until : position
  }

  noteQuiet(from: number, until: number): void {
    const joins = from <= this.quiet.until && from >= this.quiet.from
    this.quiet = { from: joins ? this.quiet.from : from, until }
  }

  /** The receiver is done; another one may have taken its place already. */
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
