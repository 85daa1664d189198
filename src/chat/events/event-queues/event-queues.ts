import { randomUUID } from 'node:crypto'
import { type Clock, secondsOf } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readHead } from '../../../platform/database/log-head-store.ts'
import type { Bus } from '../../../platform/events/bus.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { realmsTable } from '../../identity/realms/realm.ts'
import { factorsIn, lacksFactor } from '../../identity/second-factor/required-factor.ts'
import { isOver } from '../../identity/sessions/session.ts'
import { findSessionByHash } from '../../identity/sessions/session-store.ts'
import { roleChangesTable, usersTable } from '../../identity/users/users-table.ts'
import { listReceptions } from '../../streams/recipients/recipient-store.ts'
import { isFor } from '../event-delivery/is-for.ts'
import { type EndReason, LiveQueue, type Receiver } from '../event-delivery/live-queue.ts'
import { RealmFeed } from '../event-delivery/realm-feed.ts'
import { updateViewer, usersAffected } from '../event-delivery/update-viewer.ts'
import { Viewer } from '../event-delivery/viewer.ts'
import { DeliverEvents } from './deliver-events.ts'
import { findQueue } from './event-queue-store.ts'
import type { EventQueuesTable } from './event-queues-table.ts'

/** How long another process may take to store that it has used the queue. */
const PROGRESS_DELAY_MS = 10_000

interface EventQueuesParts {
  database: Database<ChatTables>
  follower: ChatFollower
  bus: Bus<ChatEvent>
  secrets: Secrets
  clock: Clock
}

/** Processes tell each other that a stream was opened for a queue. */
interface QueueNews {
  queue_taken?: { id: string; by: string }
}

/** The queues used by clients of this process. Everything here can be rebuilt from the database. */
export class EventQueues {
  readonly #database: Database<ChatTables>
  readonly #follower: ChatFollower
  readonly #bus: Bus<ChatEvent>
  readonly #clock: Clock
  readonly #delivery: DeliverEvents
  readonly #live = new Map<string, LiveQueue>()
  readonly #feeds = new Map<number, RealmFeed>()
  readonly #process = randomUUID()

  constructor({ database, follower, bus, secrets, clock }: EventQueuesParts) {
    this.#database = database
    this.#follower = follower
    this.#bus = bus
    this.#clock = clock
    this.#delivery = new DeliverEvents(database, follower, secrets, (realmId) => this.#feed(realmId))
    follower.listen((event) => this.#arrive(event))
    bus.onNotice((_realmId, news) => this.#takenElsewhere(news as QueueNews))
    // Clients have to reconnect: another node may still get their events.
    database.link?.onLost(() => this.endReceivers())
  }

  get live(): Iterable<LiveQueue> {
    return this.#live.values()
  }

  get count(): number {
    return this.#live.size
  }

  *receivers(kind?: Receiver['kind']): Iterable<Receiver> {
    for (const { receiver } of this.#live.values()) {
      if (receiver && (kind === undefined || receiver.kind === kind)) yield receiver
    }
  }

  /** A queue by its id, loaded if this process does not have it; undefined: unknown, or expired. */
  async find(id: string): Promise<LiveQueue | undefined> {
    const known = this.#live.get(id)
    if (known && !known.isExpired(this.#clock.now())) return known
    const row = await findQueue(this.#database.read, id)
    // Another process may have used it.
    if (known && row) known.lastSeen = Math.max(known.lastSeen, row.last_seen * 1000)
    if (known) return known.isExpired(this.#clock.now()) ? undefined : known
    return row && this.resume(row)
  }

  async resume(row: EventQueuesTable): Promise<LiveQueue | undefined> {
    const loaded = await this.#loadViewer(row.realm_id, row.user_id)
    // Another queue of the same user may have been loaded meanwhile. Only one viewer per user is updated.
    const viewer = loaded && (this.#feed(row.realm_id).viewer(row.user_id) ?? loaded)
    // Two concurrent requests may have loaded it.
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
    if (queue.isExpired(this.#clock.now() - PROGRESS_DELAY_MS)) return undefined
    this.#live.set(queue.id, queue)
    this.#feed(row.realm_id).add(queue)
    return queue
  }

  /** The receiver gets pending and future events. It replaces the previous receiver of the queue. */
  attach(receiver: Receiver): void {
    const { queue } = receiver
    queue.receiver?.end('replaced')
    // The queue was dropped while the request was being read.
    if (this.#live.get(queue.id) !== queue) {
      receiver.end()
      return
    }
    queue.receiver = receiver
    if (receiver.kind === 'poll') {
      this.#delivery.now(receiver)
      return
    }
    // The credential may have been revoked while the request was being read, and a stream would outlive that.
    void this.check(receiver)
    const news: QueueNews = { queue_taken: { id: queue.id, by: this.#process } }
    this.#bus.notify(queue.viewer.realmId, news)
  }

  /** Ends the receiver if its credential is no longer valid. It gets no events until that is checked. */
  async check(receiver: Receiver): Promise<void> {
    receiver.holds += 1
    receiver.isDue = true
    try {
      const reason = await checkCredentials(this.#database.read, this.#clock, receiver)
      if (reason) this.#end(receiver, reason)
    } catch {
      this.#end(receiver)
    }
    receiver.holds -= 1
    this.#delivery.soon(receiver)
  }

  endReceivers(reason?: EndReason): void {
    for (const receiver of [...this.receivers()]) receiver.end(reason)
  }

  drop(queue: LiveQueue, reason?: EndReason): void {
    this.#live.delete(queue.id)
    const feed = this.#feeds.get(queue.viewer.realmId)
    feed?.remove(queue)
    if (feed?.isEmpty) this.#close(queue.viewer.realmId)
    queue.receiver?.end(reason)
  }

  /** Drops the queues of an organization whose events were skipped. They are loaded again on demand. */
  dropRealm(realmId: number): void {
    for (const queue of [...this.#live.values()]) if (queue.viewer.realmId === realmId) this.drop(queue)
    this.#close(realmId)
  }

  /** Does an event exist at this position, or will one? */
  async isKnownPosition(realmId: number, position: number): Promise<boolean> {
    if (position <= this.#follower.seen(realmId)) return true
    return position <= (await readHead(this.#database.read, realmId))
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
      const user = await usersTable.find(this.#database.read, { realm_id: realmId, id: userId })
      if (!user?.is_active) return undefined
      // Read after the role itself: a change in between is in the list, and its event brings the role.
      const roleChanges = await roleChangesTable.list(this.#database.read, {
        realm_id: realmId,
        user_id: userId,
      })
      const viewer = new Viewer(user, roleChanges, await listReceptions(this.#database.read, realmId, userId))
      // The loaded viewer may miss events that arrived meanwhile. Applying them twice does no harm.
      const meanwhile = this.#feed(realmId).eventsAfter(before)
      if (!meanwhile) continue
      for (const event of meanwhile) if (usersAffected(event).includes(userId)) updateViewer(viewer, event)
      return viewer
    }
  }

  #arrive(event: ChatEvent): void {
    const feed = this.#feeds.get(event.tenant)
    if (!feed) return
    feed.append(event)
    for (const queue of feed.candidates(event)) {
      const { receiver } = queue
      if (!receiver || receiver.isDue || !isFor(queue, event)) continue
      // It was up to date, and no event since then was for this queue.
      receiver.position = event.position - 1
      this.#delivery.soon(receiver)
    }
    this.#endWhatIsOver(feed, event)
  }

  #endWhatIsOver(feed: RealmFeed, { type, tenant, payload }: ChatEvent): void {
    if (type === 'queue_deleted') {
      const queue = this.#live.get(payload.queue_id)
      if (queue) this.drop(queue, 'queue_gone')
    } else if (type === 'realm_user' && payload.op === 'remove') {
      const { user_id: userId } = payload.person
      for (const queue of [...feed.queuesOf(userId)]) this.drop(queue, 'account_deactivated')
    } else if (type === 'realm_user' && payload.op === 'update' && 'role' in payload.person) {
      // The new role may require a second factor.
      this.#checkAll(feed, payload.person.user_id)
    } else if (type === 'sessions_ended' || type === 'key_changed' || type === 'two_factor_changed') {
      this.#checkAll(feed, payload.user_id)
    } else if (type === 'realm_changed') {
      void this.#checkRealm(tenant)
    }
  }

  #checkAll(feed: RealmFeed, userId: number): void {
    for (const { receiver } of feed.queuesOf(userId)) {
      if (receiver) void this.check(receiver)
    }
  }

  /** One check for all clients of the organization. */
  async #checkRealm(realmId: number): Promise<void> {
    const realm = await realmsTable.find(this.#database.read, { id: realmId }).catch(() => undefined)
    if (realm && !realm.deactivated) return
    for (const receiver of [...this.receivers()]) {
      if (receiver.queue.viewer.realmId === realmId) receiver.end(realm && 'account_deactivated')
    }
  }

  #end(receiver: Receiver, reason?: EndReason): void {
    if (receiver.queue.receiver === receiver) receiver.end(reason)
  }

  #takenElsewhere({ queue_taken: taken }: QueueNews): void {
    if (taken && taken.by !== this.#process) this.#live.get(taken.id)?.receiver?.end('replaced')
  }
}

/** The reason to end a receiver, if its credential is no longer valid. */
async function checkCredentials(
  db: Db,
  clock: Clock,
  { queue: { viewer }, credential }: Receiver,
): Promise<EndReason | undefined> {
  const realm = await realmsTable.find(db, { id: viewer.realmId })
  const user = await usersTable.find(db, { realm_id: viewer.realmId, id: viewer.userId })
  if (!realm || realm.deactivated || !user?.is_active) return 'account_deactivated'
  const { sessionHash } = credential
  const session = sessionHash === undefined ? undefined : await findSessionByHash(db, sessionHash)
  if (await lacksFactor(factorsIn(db), realm, user, session)) return 'signed_out'
  if (sessionHash === undefined) return user.api_key_hash === credential.keyHash ? undefined : 'signed_out'
  return session && !isOver(session, secondsOf(clock)) ? undefined : 'signed_out'
}
