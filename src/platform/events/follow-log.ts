import type { Database } from '../database/database.ts'
import { readHeads, readHeadsOf } from '../database/log-head-store.ts'
import type { Logger } from '../logging/log.ts'
import type { Bus } from './bus.ts'
import { EventListeners } from './event-listeners.ts'
import type { LoggedEvent } from './event-log.ts'
import { readEventsAfter } from './event-store.ts'
import { createHeadReader } from './head-reader.ts'
import { OutOfOrderEvents } from './out-of-order-events.ts'
import { createTenantInterest } from './tenant-interest.ts'

/** When to check the log after a failure of the database, or after a new subscription of the bus. */
const SOON_MS = 1000
const READ_BATCH = 500
/**
 * How long to wait for an event that the bus delivers later than its successors, or later than the notice that it
 * exists.
 */
const GAP_MS = 25
/**
 * For a tenant without clients here, skip more events than this instead of reading them: its caches are invalidated.
 */
const MAX_BEHIND = 5000
/** The same when only the leader reads them. */
const MAX_BEHIND_AS_LEADER = 200

export interface LogFollower<Event extends LoggedEvent> {
  /** The newest position that the listeners have seen. */
  seen(tenant: number): number
  /** Events that are known to be in the logs and were not delivered here yet, of all tenants. */
  readonly behind: number
  /**
   * Calls the listener with each event of a tenant once, in log order. Listeners are called in the order of
   * registration.
   */
  listen(listener: (event: Event) => void): void
  /** The same for events of some types. */
  on<Type extends Event['type']>(
    types: Type | readonly Type[],
    listener: (event: Extract<Event, { type: Type }>) => void,
  ): void
  /** Called when part of a log was skipped, after a position: all cached data of the tenant may be stale. */
  onSkip(listener: (tenant: number, after: number) => void): void
  /** Called when other servers may have committed events that are not delivered here: for cursors on the log. */
  onForeignEvents(listener: () => void): void
  /**
   * Resolves when everything that any server committed before the call has been delivered here. undefined on a single
   * server, which is always up to date.
   */
  catchUp(tenant: number): Promise<void> | undefined
  /** There are clients of this tenant here: its events are needed as soon as they happen. */
  hold(tenant: number): void
  release(tenant: number): void
  /** Checks the logs of all tenants for missed events: for the leader, which works for all of them. */
  checkAllTenants(): Promise<void>
  stop(): Promise<void>
}

/**
 * Follows the logs of all tenants from now on. Events of several nodes overtake each other: one that arrives early
 * waits for its predecessors. Events that do not arrive are read from the log, which is checked after every write of any
 * process: no bus carries those of a command, and a bus can lose some. `onCommand` is called when another process has
 * written to the log of a single server.
 */
export async function followLog<Tables, Event extends LoggedEvent>(
  database: Database<Tables>,
  bus: Bus<Event>,
  log: Logger,
  onCommand: () => void = () => {},
): Promise<LogFollower<Event>> {
  const seen = await readHeads(database.read)
  const listeners = new EventListeners<Event>()
  const skipListeners: ((tenant: number, after: number) => void)[] = []
  const early = new OutOfOrderEvents<Event>()
  const waiters = new PositionWaiters()
  const catchingUp = new Map<number, Promise<void>>()
  /** the known end of a tenant's log, where it is beyond the last event seen */
  const heads = new Map<number, number>()
  const gaps = new Map<number, NodeJS.Timeout>()
  let soon: NodeJS.Timeout | undefined
  const interest = createTenantInterest(bus)
  const headReader = createHeadReader((tenants) => readHeadsOf(database.read, tenants))
  const seenOf = (tenant: number) => seen.get(tenant) ?? 0
  const isBehind = (tenant: number) => seenOf(tenant) < (heads.get(tenant) ?? 0)

  function deliver(event: Event) {
    seen.set(event.tenant, event.position)
    for (const listener of listeners.of(event.type)) {
      try {
        listener(event)
      } catch (error) {
        log.error(
          { err: error, type: event.type, position: event.position },
          'an event could not be delivered',
        )
      }
    }
  }

  function skipTo(tenant: number, position: number) {
    const after = seenOf(tenant)
    seen.set(tenant, position)
    for (const listener of skipListeners) listener(tenant, after)
  }

  /** Delivers the events that waited for the last one, and resolves waiting callers. */
  function deliverWaiting(tenant: number) {
    for (let next = early.take(tenant, seenOf(tenant) + 1); next; ) {
      deliver(next)
      next = early.take(tenant, seenOf(tenant) + 1)
    }
    if (!isBehind(tenant)) heads.delete(tenant)
    waiters.reached(tenant, seenOf(tenant))
  }

  function receive(event: Event) {
    const last = seenOf(event.tenant)
    if (event.position <= last) return
    if (event.position === last + 1) {
      deliver(event)
      deliverWaiting(event.tenant)
    } else {
      early.add(event)
      expectUpTo(event.tenant, event.position)
    }
  }

  async function readMissing(tenant: number) {
    while (isBehind(tenant)) {
      const head = heads.get(tenant)!
      const after = seenOf(tenant)
      if (!interest.isHeld(tenant) && head - after > MAX_BEHIND) {
        skipTo(tenant, head)
      } else {
        const events = await readEventsAfter<Tables, Event>(database.read, tenant, after, READ_BATCH)
        // Events missing at the start were pruned.
        const first = events[0]?.position ?? head + 1
        if (first > after + 1 && first > seenOf(tenant) + 1) skipTo(tenant, first - 1)
        // Some may have arrived meanwhile.
        for (const event of events) if (event.position === seenOf(tenant) + 1) deliver(event)
      }
      deliverWaiting(tenant)
      if (!bus.isShared) onCommand()
    }
  }

  function noteHead(tenant: number, head: number) {
    if (head > Math.max(seenOf(tenant), heads.get(tenant) ?? 0)) heads.set(tenant, head)
  }

  function catchUpTo(tenant: number, head: number): Promise<void> {
    noteHead(tenant, head)
    const running = catchingUp.get(tenant)
    if (running) return running
    const done = Promise.resolve().then(async () => {
      try {
        await readMissing(tenant)
      } finally {
        catchingUp.delete(tenant)
      }
    })
    catchingUp.set(tenant, done)
    done.catch((error) => {
      // Waiting callers get the error. The next check retries for all others.
      waiters.fail(tenant, error)
      log.warn({ err: error, tenant }, 'the event log could not be read; trying again')
      checkSoon()
    })
    return done
  }

  /** The log reaches this position: give the bus a moment to deliver the missing events. */
  function expectUpTo(tenant: number, head: number) {
    noteHead(tenant, head)
    if (!isBehind(tenant) || catchingUp.has(tenant) || gaps.has(tenant)) return
    if (!bus.isUp || !interest.isFollowed(tenant)) {
      void catchUpTo(tenant, head)
      return
    }
    const missing = seenOf(tenant) + 1
    const lookAgain = () => {
      gaps.delete(tenant)
      if (!isBehind(tenant)) return
      if (seenOf(tenant) < missing) void catchUpTo(tenant, head)
      // That one has arrived; now another is missing.
      else expectUpTo(tenant, head)
    }
    gaps.set(tenant, setTimeout(lookAgain, GAP_MS))
  }

  bus.subscribe({
    events(events) {
      for (const event of events) receive(event)
    },
    head: expectUpTo,
  })

  async function check() {
    // In a cluster there may be very many tenants, most without clients on this node.
    const found = bus.isShared
      ? await readHeadsOf(database.read, interest.tenants())
      : await readHeads(database.read)
    for (const [tenant, head] of found) expectUpTo(tenant, head)
  }

  async function checkAllTenants() {
    for (const [tenant, head] of await readHeads(database.read)) {
      const behind = head - seenOf(tenant)
      if (behind <= 0) continue
      // A new leader is behind on nearly everything: a skip is enough to make it check the tenant.
      const isUnused = !interest.isHeld(tenant) && !catchingUp.has(tenant)
      if (isUnused && behind > MAX_BEHIND_AS_LEADER) {
        skipTo(tenant, head)
        deliverWaiting(tenant)
      } else await catchUpTo(tenant, head)
    }
  }

  let isChecking = false
  let isStale = false
  let isStopped = false
  async function checkNow() {
    clearTimeout(soon)
    soon = undefined
    isStale = true
    if (isChecking) return
    isChecking = true
    try {
      while (isStale && !isStopped) {
        isStale = false
        await check()
      }
    } catch (error) {
      log.warn({ err: error }, 'the event log could not be read; trying again')
      checkSoon()
    } finally {
      isChecking = false
    }
  }
  function checkSoon() {
    if (!isStopped) soon ??= setTimeout(checkNow, SOON_MS)
  }
  /** What other servers commit before the bus follows the tenant here does not arrive. */
  function checkAfterFollowing(tenant: number) {
    if (bus.isShared && !interest.isFollowed(tenant)) checkSoon()
  }
  database.onWrite(checkNow)

  async function catchUp(tenant: number) {
    const wasFollowed = interest.isFollowed(tenant)
    checkAfterFollowing(tenant)
    interest.touch(tenant)
    const head = await headReader.read(tenant)
    if (seenOf(tenant) >= head) return
    // The bus will not deliver what was committed before it followed this tenant.
    if (wasFollowed) expectUpTo(tenant, head)
    else void catchUpTo(tenant, head)
    await waiters.until(tenant, head)
  }

  return {
    seen: seenOf,
    get behind() {
      let events = 0
      for (const [tenant, head] of heads) events += Math.max(0, head - seenOf(tenant))
      return events
    },
    listen: (listener) => listeners.addForAll(listener),
    on: (types, listener) => listeners.add(types, listener),
    onSkip: (listener) => void skipListeners.push(listener),
    onForeignEvents(listener) {
      if (!bus.isShared) return
      bus.onForeignEvents(listener)
      database.onWrite(listener)
    },
    catchUp: (tenant) => (bus.isShared ? catchUp(tenant) : undefined),
    hold(tenant) {
      checkAfterFollowing(tenant)
      interest.hold(tenant)
    },
    release: interest.release,
    checkAllTenants,
    async stop() {
      isStopped = true
      clearTimeout(soon)
      interest.stop()
      for (const gap of gaps.values()) clearTimeout(gap)
      await Promise.allSettled(catchingUp.values())
    },
  }
}

interface Waiter {
  position: number
  resolve(): void
  reject(error: unknown): void
}

/** Callers that waiter until a tenant's log has been followed up to a position. */
class PositionWaiters {
  readonly #byTenant = new Map<number, Waiter[]>()

  until(tenant: number, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiters = this.#byTenant.get(tenant) ?? []
      this.#byTenant.set(tenant, waiters)
      waiters.push({ position, resolve, reject })
    })
  }

  reached(tenant: number, position: number): void {
    const waiters = this.#byTenant.get(tenant)
    if (!waiters) return
    const further = waiters.filter((waiter) => waiter.position > position)
    if (further.length === 0) this.#byTenant.delete(tenant)
    else this.#byTenant.set(tenant, further)
    for (const waiter of waiters) if (waiter.position <= position) waiter.resolve()
  }

  fail(tenant: number, error: unknown): void {
    const waiters = this.#byTenant.get(tenant) ?? []
    this.#byTenant.delete(tenant)
    for (const waiter of waiters) waiter.reject(error)
  }
}
