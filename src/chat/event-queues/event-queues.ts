import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { readEventsAfter, readHead } from '../../platform/events/event-store.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ChatFollower } from '../chat.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { ChatTables } from '../chat-tables.ts'
import { collectEvents, EVENTS_PER_ANSWER, isFor } from '../event-delivery/collect-events.ts'
import { keepViewerUp, usersAffected } from '../event-delivery/keep-viewer-up.ts'
import { RealmFeed } from '../event-delivery/realm-feed.ts'
import { Viewer } from '../event-delivery/viewer.ts'
import { listReceptions } from '../recipients/recipient-store.ts'
import { findUser } from '../users/user-store.ts'
import { findQueue } from './event-queue-store.ts'
import type { EventQueuesTable } from './event-queues-table.ts'
import { LiveQueue } from './live-queue.ts'

/** The database may know so much less of when a queue was polled than the server that it was polled on. */
const WRITTEN_DOWN_MS = 10_000

/** The queues that this process knows to be in use. Everything here can be rebuilt from the database. */
export class EventQueues {
  readonly #database: Database<ChatTables>
  readonly #follower: ChatFollower
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #live = new Map<string, LiveQueue>()
  readonly #feeds = new Map<number, RealmFeed>()
  /** queues that wait and have something to get, and after which position it is */
  readonly #ripe = new Map<LiveQueue, number>()

  constructor(database: Database<ChatTables>, follower: ChatFollower, secrets: Secrets, clock: Clock) {
    this.#database = database
    this.#follower = follower
    this.#secrets = secrets
    this.#clock = clock
    follower.listen((event) => this.#arrive(event))
  }

  get live(): Iterable<LiveQueue> {
    return this.#live.values()
  }

  get count(): number {
    return this.#live.size
  }

  /** A queue by its id, loaded if this process does not hold it; undefined when it is unknown or was collected. */
  async find(id: string): Promise<LiveQueue | undefined> {
    const known = this.#live.get(id)
    if (known && !known.isExpired(this.#clock.now())) return known
    const row = await findQueue(this.#database.read, id)
    // Another server may have been polled meanwhile.
    if (known && row) known.lastSeen = Math.max(known.lastSeen, row.last_seen * 1000)
    if (known) return known.isExpired(this.#clock.now()) ? undefined : known
    return row && this.resume(row)
  }

  async resume(row: EventQueuesTable): Promise<LiveQueue | undefined> {
    const loaded = await this.#loadViewer(row.realm_id, row.user_id)
    // Another queue of the same person may have come meanwhile: only one viewer is kept up.
    const viewer = loaded && (this.#feed(row.realm_id).viewer(row.user_id) ?? loaded)
    // Two polls may have asked for it at once.
    const known = this.#live.get(row.id)
    if (!viewer && this.#feeds.get(row.realm_id)?.isEmpty) this.#close(row.realm_id)
    if (known || !viewer) return known
    const queue = new LiveQueue(
      row.id,
      viewer,
      row.base,
      JSON.parse(row.options),
      row.acknowledged,
      row.last_seen * 1000,
    )
    if (queue.isExpired(this.#clock.now() - WRITTEN_DOWN_MS)) return undefined
    this.#live.set(queue.id, queue)
    this.#feed(row.realm_id).add(queue)
    return queue
  }

  forget(queue: LiveQueue): void {
    this.#live.delete(queue.id)
    this.#ripe.delete(queue)
    const feed = this.#feeds.get(queue.viewer.realmId)
    feed?.remove(queue)
    if (feed?.isEmpty) this.#close(queue.viewer.realmId)
    // At last: whoever has waited for this answer may poll again at once.
    queue.waiting?.answer([])
  }

  /** Something may have come between the last look and the moment at which the queue began to wait. */
  lookAgain(queue: LiveQueue): void {
    if (!queue.waiting) return
    const after = queue.startAfter(queue.waiting.after)
    const recent = this.#feed(queue.viewer.realmId).eventsAfter(after)
    if (!recent || recent.some((event) => isFor(queue, event))) this.#ripen(queue, after)
  }

  /** Is there, or will there be, an event at this position? */
  async isKnownPosition(realmId: number, position: number): Promise<boolean> {
    if (position <= this.#follower.seen(realmId)) return true
    return position <= (await readHead(this.#database.read, realmId))
  }

  /** What the queue has to get after a position; empty means that it has seen everything. */
  async eventsAfter(queue: LiveQueue, position: number): Promise<string[]> {
    const { realmId } = queue.viewer
    const collected: string[] = []
    let after = queue.startAfter(position)
    for (;;) {
      const recent = this.#feed(realmId).eventsAfter(after)
      const events = recent ?? (await this.#readLog(realmId, after))
      collectEvents(queue, events, this.#secrets, collected)
      after = events.at(-1)?.position ?? after
      if (recent || events.length === 0 || collected.length >= EVENTS_PER_ANSWER) break
    }
    if (collected.length === 0) queue.noteQuiet(position, after)
    return collected
  }

  /** Not further than has been heard of here: what came after may have changed who sees what. */
  async #readLog(realmId: number, after: number): Promise<ChatEvent[]> {
    const seen = this.#follower.seen(realmId)
    const { read } = this.#database
    const events = await readEventsAfter<ChatTables, ChatEvent>(read, realmId, after, EVENTS_PER_ANSWER)
    return events.filter((event) => event.position <= seen)
  }

  #feed(realmId: number): RealmFeed {
    let feed = this.#feeds.get(realmId)
    if (!feed) {
      feed = new RealmFeed(this.#follower.seen(realmId))
      this.#feeds.set(realmId, feed)
      this.#follower.hold(realmId)
    }
    return feed
  }

  #close(realmId: number): void {
    if (this.#feeds.delete(realmId)) this.#follower.release(realmId)
  }

  async #loadViewer(realmId: number, userId: number): Promise<Viewer | undefined> {
    for (;;) {
      const known = this.#feed(realmId).viewer(userId)
      if (known) return known
      const before = this.#follower.seen(realmId)
      const user = await findUser(this.#database.read, realmId, userId)
      if (!user?.is_active) return undefined
      const viewer = new Viewer(user, await listReceptions(this.#database.read, realmId, userId))
      // What came while it was being loaded may be missing in it, and is harmless where it is not.
      const meanwhile = this.#feed(realmId).eventsAfter(before)
      if (!meanwhile) continue
      for (const event of meanwhile) if (usersAffected(event).includes(userId)) keepViewerUp(viewer, event)
      return viewer
    }
  }

  #arrive(event: ChatEvent): void {
    const feed = this.#feeds.get(event.tenant)
    if (!feed) return
    feed.append(event)
    for (const queue of feed.candidates(event)) {
      if (queue.waiting && !this.#ripe.has(queue) && isFor(queue, event)) {
        // It was looked at when it began to wait, and at every event since.
        this.#ripen(queue, event.position - 1)
      }
    }
    if (event.type === 'queue_deleted') {
      const queue = this.#live.get(event.payload.queue_id)
      if (queue) this.forget(queue)
    }
    if (event.type === 'realm_user' && event.payload.op === 'remove') {
      this.#forgetAllOf(event.tenant, event.payload.person.user_id)
    }
  }

  /** What is known of the organization is not whole any more: its queues are brought to life anew when they are polled. */
  forgetRealm(realmId: number): void {
    for (const queue of [...this.#live.values()]) if (queue.viewer.realmId === realmId) this.forget(queue)
    this.#close(realmId)
  }

  #ripen(queue: LiveQueue, after: number): void {
    if (this.#ripe.size === 0) setImmediate(() => this.#answerRipe())
    this.#ripe.set(queue, after)
  }

  #forgetAllOf(realmId: number, userId: number): void {
    for (const queue of [...(this.#feeds.get(realmId)?.queuesOf(userId) ?? [])]) this.forget(queue)
  }

  /** All events of a commit arrive before anybody is answered, so that they travel together. */
  #answerRipe(): void {
    const queues = [...this.#ripe]
    this.#ripe.clear()
    for (const [queue, after] of queues) {
      const { waiting } = queue
      if (!waiting) continue
      // Another poll may have come meanwhile, of a client that knows more.
      const start = Math.max(after, queue.startAfter(waiting.after))
      const recent = this.#feed(queue.viewer.realmId).eventsAfter(start)
      if (recent === undefined) {
        waiting.answer([])
        continue
      }
      const collected: string[] = []
      collectEvents(queue, recent, this.#secrets, collected)
      waiting.answer(collected)
    }
  }
}
