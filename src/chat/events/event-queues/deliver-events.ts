import type { Database } from '../../../platform/database/database.ts'
import { readEventsAfter } from '../../../platform/events/event-store.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { collectEvents, EVENTS_PER_DELIVERY } from '../event-delivery/collect-events.ts'
import { isFor } from '../event-delivery/is-for.ts'
import type { Receiver } from '../event-delivery/live-queue.ts'
import { PresentAccess } from '../event-delivery/present-access.ts'
import type { RealmFeed } from '../event-delivery/realm-feed.ts'

/** Delivers pending events to receivers: from memory, or from the log if they are further behind. */
export class DeliverEvents {
  readonly #database: Database<ChatTables>
  readonly #follower: ChatFollower
  readonly #secrets: Secrets
  readonly #feedOf: (realmId: number) => RealmFeed
  #due: Receiver[] = []

  constructor(
    database: Database<ChatTables>,
    follower: ChatFollower,
    secrets: Secrets,
    feedOf: (realmId: number) => RealmFeed,
  ) {
    this.#database = database
    this.#follower = follower
    this.#secrets = secrets
    this.#feedOf = feedOf
  }

  /** All events of a commit arrive before the next tick, so they are delivered together. */
  soon(receiver: Receiver): void {
    receiver.isDue = true
    if (this.#due.length === 0) setImmediate(() => this.#deliverDue())
    this.#due.push(receiver)
  }

  now(receiver: Receiver): void {
    const { queue } = receiver
    if (queue.receiver !== receiver || receiver.holds > 0) return
    const { realmId } = queue.viewer
    const after = queue.startAfter(receiver.position)
    const recent = this.#feedOf(realmId).eventsAfter(after)
    if (!recent) void this.#fromLog(receiver, after).catch(() => receiver.end())
    else if (this.#uncertain(receiver, recent).length > 0)
      void this.#checked(receiver, after, recent.slice(0, EVENTS_PER_DELIVERY)).catch(() => receiver.end())
    else if (this.#deliver(receiver, recent, after)) this.#caughtUp(receiver)
    else receiver.whenDrained(() => this.soon(receiver))
  }

  #deliverDue(): void {
    const due = this.#due
    this.#due = []
    for (const receiver of due) this.now(receiver)
  }

  /** Only up to the position that this process has seen: later events may have changed who sees what. */
  async #fromLog(receiver: Receiver, after: number): Promise<void> {
    const { realmId } = receiver.queue.viewer
    const { position } = receiver
    const seen = this.#follower.seen(realmId)
    const { read } = this.#database
    const events = await readEventsAfter<ChatTables, ChatEvent>(read, realmId, after, EVENTS_PER_DELIVERY)
    if (!this.#isCurrent(receiver, position)) return
    const known = events.filter((event) => event.position <= seen)
    if (known.length > 0) return this.#checked(receiver, after, known)
    receiver.position = seen
    receiver.whenDrained(() => this.soon(receiver))
  }

  /** Delivers events, some of which depend on what the owner of the queue may read now. */
  async #checked(receiver: Receiver, after: number, events: readonly ChatEvent[]): Promise<void> {
    const { position } = receiver
    const uncertain = this.#uncertain(receiver, events)
    const access = await PresentAccess.find(this.#database.read, receiver.queue.viewer, uncertain)
    if (!this.#isCurrent(receiver, position)) return
    this.#deliver(receiver, events, after, access)
    receiver.whenDrained(() => this.soon(receiver))
  }

  #uncertain({ queue }: Receiver, events: readonly ChatEvent[]): readonly ChatEvent[] {
    const { accessChanges } = this.#feedOf(queue.viewer.realmId)
    return accessChanges.uncertain(queue.viewer, events).filter((event) => isFor(queue, event))
  }

  /** false: it has been scheduled again meanwhile, or will be after its hold. */
  #isCurrent(receiver: Receiver, position: number): boolean {
    return receiver.queue.receiver === receiver && receiver.holds === 0 && receiver.position === position
  }

  /** Returns whether all of them were delivered. */
  #deliver(receiver: Receiver, events: readonly ChatEvent[], after: number, access?: PresentAccess): boolean {
    if (events.length === 0) return true
    const { queue } = receiver
    const { collected, upTo } = collectEvents(queue, events, this.#secrets, access)
    // A poll that acknowledges the last of them can skip the rest.
    queue.noteQuiet(collected.length === 0 ? after : queue.positionOf(collected.at(-1)!.id), upTo)
    receiver.position = upTo
    if (collected.length > 0) receiver.deliver(collected)
    return upTo === events.at(-1)!.position
  }

  #caughtUp(receiver: Receiver): void {
    receiver.isDue = false
    if (!receiver.waits && receiver.queue.receiver === receiver) receiver.deliver([])
  }
}
