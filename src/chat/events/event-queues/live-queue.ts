import type { Viewer } from '../event-delivery/viewer.ts'
import type { QueueOptions } from './queue-options.ts'
import type { Receiver } from './receiver.ts'

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
