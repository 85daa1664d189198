import type { ChatEvent } from '../../chat-event-map.ts'
import { isWatching } from './is-for.ts'
import type { LiveQueue } from './live-queue.ts'
import { contentOf, streamOf } from './present-access.ts'
import { updateViewer, usersAffected } from './update-viewer.ts'
import type { Viewer } from './viewer.ts'

/** Private conversations count as one place: all that can happen to their messages is that they are deleted. */
const CONVERSATIONS = 0

/**
 * Where in the log readers last lost access in an organization, by stream. Most events are delivered before anything
 * like that happens, and need no check of present access.
 */
class AccessChanges {
  /** Nothing is known about changes up to this position. */
  readonly #since: number
  #last: number
  readonly #lastIn = new Map<number, number>()

  constructor(since: number) {
    this.#since = since
    this.#last = since
  }

  add(event: ChatEvent): void {
    for (const place of placesClosedBy(event)) {
      this.#last = event.position
      this.#lastIn.set(place, event.position)
    }
  }

  /** Events among these whose content the viewer may no longer see. */
  uncertain(viewer: Viewer, events: readonly ChatEvent[]): ChatEvent[] {
    const first = events[0]?.position
    if (first === undefined || (first > this.#last && first > viewer.lastLoss)) return []
    return events.filter((event) => contentOf(event) !== undefined && !this.#isSettled(viewer, event))
  }

  /** Has the viewer kept the access that they had when the event happened? */
  #isSettled(viewer: Viewer, event: ChatEvent): boolean {
    const { position, audience } = event
    const place =
      event.type === 'stream' ? streamOf(event.payload) : (audience.subscribersOf ?? CONVERSATIONS)
    if (position <= this.#since || position < (this.#lastIn.get(place) ?? 0)) return false
    return !viewer.hasLostSince(place, position)
  }
}

/** Newest events in memory. Queues that are further behind read the log. */
const EVENTS_KEPT = 2000

/** The newest events of an organization, and its live queues, indexed by audience. */
export class RealmFeed {
  readonly #events: ChatEvent[] = []
  /** everything after this position is in #events */
  #start: number
  readonly #queues = new Map<number, Set<LiveQueue>>()
  readonly #viewers = new Map<number, Viewer>()
  /** users who are or were subscribed to a stream */
  readonly #byStream = new Map<number, Set<number>>()
  readonly #watching = new Set<LiveQueue>()
  readonly accessChanges: AccessChanges

  constructor(position: number) {
    this.#start = position
    this.accessChanges = new AccessChanges(position)
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  viewer(userId: number): Viewer | undefined {
    return this.#viewers.get(userId)
  }

  add(queue: LiveQueue): void {
    const { viewer } = queue
    if (!this.#viewers.has(viewer.userId)) {
      this.#viewers.set(viewer.userId, viewer)
      this.#queues.set(viewer.userId, new Set())
      for (const streamId of viewer.streamIds) this.#follow(streamId, viewer.userId)
    }
    this.#queues.get(viewer.userId)!.add(queue)
    if (isWatching(queue.options)) this.#watching.add(queue)
  }

  remove(queue: LiveQueue): void {
    const { userId, streamIds } = queue.viewer
    const queues = this.#queues.get(userId)
    this.#watching.delete(queue)
    if (!queues?.delete(queue) || queues.size > 0) return
    this.#queues.delete(userId)
    this.#viewers.delete(userId)
    for (const streamId of streamIds) this.#byStream.get(streamId)?.delete(userId)
  }

  queuesOf(userId: number): Iterable<LiveQueue> {
    return this.#queues.get(userId) ?? []
  }

  append(event: ChatEvent): void {
    this.#events.push(event)
    this.accessChanges.add(event)
    if (this.#events.length >= EVENTS_KEPT * 2) {
      this.#events.splice(0, EVENTS_KEPT)
      this.#start = this.#events[0]!.position - 1
    }
    for (const userId of usersAffected(event)) {
      const viewer = this.#viewers.get(userId)
      const streamId = viewer && updateViewer(viewer, event)
      if (streamId !== undefined) this.#follow(streamId, userId)
    }
  }

  /** undefined: too old, read the log instead. */
  eventsAfter(position: number): readonly ChatEvent[] | undefined {
    if (position < this.#start) return undefined
    const first = position - this.#start
    return first === 0 ? this.#events : this.#events.slice(first)
  }

  /** Every queue that the event is for, and possibly others. */
  *candidates({ audience }: ChatEvent): Iterable<LiveQueue> {
    if (audience.role) {
      for (const queues of this.#queues.values()) yield* queues
      return
    }
    if (audience.users) {
      for (const userId of audience.users) yield* this.queuesOf(userId)
    }
    for (const streamId of [audience.subscribersOf, audience.leftBehind?.stream]) {
      if (streamId === undefined) continue
      for (const userId of this.#byStream.get(streamId) ?? []) yield* this.queuesOf(userId)
    }
    if (audience.publicWatchers) yield* this.#watching
  }

  #follow(streamId: number, userId: number): void {
    const users = this.#byStream.get(streamId)
    if (users) users.add(userId)
    else this.#byStream.set(streamId, new Set([userId]))
  }
}

/** Streams of which somebody may lose messages, other than by leaving. */
function placesClosedBy({ type, payload }: ChatEvent): readonly number[] {
  switch (type) {
    case 'stream':
      if (payload.op === 'delete') return payload.streams.map((stream) => stream.stream_id)
      return payload.op === 'update' && payload.property === 'invite_only' ? [payload.stream_id] : []
    case 'update_message':
      return payload.new_stream_id === undefined ? [] : [payload.stream_id!]
    case 'delete_message':
      return [payload.message_type === 'stream' ? payload.stream_id : CONVERSATIONS]
    default:
      return []
  }
}
