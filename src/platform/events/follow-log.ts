import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Bus } from './bus.ts'
import { EarlyEvents } from './early-events.ts'
import { EventListeners } from './event-listeners.ts'
import type { LoggedEvent } from './event-log.ts'
import { readEventsAfter, readHeads, readHeadsOf } from './event-store.ts'
import { createHeadQuestions } from './head-questions.ts'
import { PositionWaits } from './position-waits.ts'
import { createTenantInterest } from './tenant-interest.ts'

/** How often the log is asked for events that no bus told of: those of another process on the same data. */
const LOOK_EVERY_MS = 1000
const READ_AT_ONCE = 500
/** How long an event may take longer over the bus than those behind it, or than the news that it exists. */
const GAP_MS = 25
/** Of a tenant without clients here, more than this is not read: what is remembered of it is forgotten instead. */
const WORTH_READING = 5000
/** The same when only the leader reads it. */
const WORTH_READING_AS_LEADER = 200

export interface LogFollower<Event extends LoggedEvent> {
  /** The newest position that the listeners have seen. */
  seen(tenant: number): number
  /** Events that are known to be in the logs and have not been delivered here, of all tenants. */
  readonly behind: number
  /** Listeners are called with each event of a tenant once, in the order of the log; one after another as they registered. */
  listen(listener: (event: Event) => void): void
  /** The same for events of some types. */
  on<Type extends Event['type']>(
    types: Type | readonly Type[],
    listener: (event: Extract<Event, { type: Type }>) => void,
  ): void
  /** Called when part of a log was skipped, from a position on: whatever is remembered of the tenant may be old. */
  onSkip(listener: (tenant: number, after: number) => void): void
  /**
   * Resolves when everything has been delivered here that was committed before the call, by whichever server. A
   * server that is alone has always got there: undefined.
   */
  reach(tenant: number): Promise<void> | undefined
  /** There are clients of this tenant here: its events are wanted as soon as they happen. */
  hold(tenant: number): void
  release(tenant: number): void
  /** Compares the logs of all tenants with what was seen: for the leader, who works for all of them. */
  lookEverywhere(): Promise<void>
  stop(): Promise<void>
}

/**
 * Follows the logs of all tenants from now on. Events of several nodes overtake each other on their way: one that comes
 * early waits for those in front of it. What does not come is read from the log.
 */
export async function followLog<Tables, Event extends LoggedEvent>(
  database: Database<Tables>,
  bus: Bus<Event>,
  log: Logger,
): Promise<LogFollower<Event>> {
  const seen = await readHeads(database.read)
  const listeners = new EventListeners<Event>()
  const skipListeners: ((tenant: number, after: number) => void)[] = []
  const early = new EarlyEvents<Event>()
  const waits = new PositionWaits()
  const catchingUp = new Map<number, Promise<void>>()
  /** how far the log of a tenant is known to go, where that is further than what was seen */
  const heads = new Map<number, number>()
  const gaps = new Map<number, NodeJS.Timeout>()
  const interest = createTenantInterest(bus)
  const questions = createHeadQuestions((tenants) => readHeadsOf(database.read, tenants))
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

  /** Delivers what has been waiting for the last one, and lets those go on who waited for it. */
  function goOn(tenant: number) {
    for (let next = early.take(tenant, seenOf(tenant) + 1); next; ) {
      deliver(next)
      next = early.take(tenant, seenOf(tenant) + 1)
    }
    if (!isBehind(tenant)) heads.delete(tenant)
    waits.reached(tenant, seenOf(tenant))
  }

  function arrive(event: Event) {
    const last = seenOf(event.tenant)
    if (event.position <= last) return
    if (event.position === last + 1) {
      deliver(event)
      goOn(event.tenant)
    } else {
      early.add(event)
      expectUpTo(event.tenant, event.position)
    }
  }

  async function catchUp(tenant: number) {
    while (isBehind(tenant)) {
      const head = heads.get(tenant)!
      const after = seenOf(tenant)
      if (!interest.isHeld(tenant) && head - after > WORTH_READING) {
        skipTo(tenant, head)
      } else {
        const events = await readEventsAfter<Tables, Event>(database.read, tenant, after, READ_AT_ONCE)
        // What is missing at the beginning was pruned.
        const first = events[0]?.position ?? head + 1
        if (first > after + 1 && first > seenOf(tenant) + 1) skipTo(tenant, first - 1)
        // Some may have come meanwhile.
        for (const event of events) if (event.position === seenOf(tenant) + 1) deliver(event)
      }
      goOn(tenant)
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
        await catchUp(tenant)
      } finally {
        catchingUp.delete(tenant)
      }
    })
    catchingUp.set(tenant, done)
    done.catch((error) => {
      // Waiting callers get the error. For all others, the next look tries again.
      waits.fail(tenant, error)
      log.warn({ err: error, tenant }, 'the event log could not be read; trying again')
    })
    return done
  }

  /** The log goes that far: the bus has a moment to bring what is missing. */
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
      // That one has come; now another is missing.
      else expectUpTo(tenant, head)
    }
    gaps.set(tenant, setTimeout(lookAgain, GAP_MS))
  }

  bus.subscribe({
    events(events) {
      for (const event of events) arrive(event)
    },
    head: expectUpTo,
  })

  async function look() {
    // With other servers there may be very many tenants, and most have nobody here.
    const found = bus.isShared
      ? await readHeadsOf(database.read, interest.tenants())
      : await readHeads(database.read)
    for (const [tenant, head] of found) expectUpTo(tenant, head)
  }

  async function lookEverywhere() {
    for (const [tenant, head] of await readHeads(database.read)) {
      const behind = head - seenOf(tenant)
      if (behind <= 0) continue
      // A new leader is behind with nearly everything: skipping is enough to make it look at the tenant.
      const isStranger = !interest.isHeld(tenant) && !catchingUp.has(tenant)
      if (isStranger && behind > WORTH_READING_AS_LEADER) {
        skipTo(tenant, head)
        goOn(tenant)
      } else await catchUpTo(tenant, head)
    }
  }

  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, 'the event log could not be read; trying again'))
  }, LOOK_EVERY_MS)

  async function reach(tenant: number) {
    const wasFollowed = interest.isFollowed(tenant)
    interest.touch(tenant)
    const head = await questions.ask(tenant)
    if (seenOf(tenant) >= head) return
    // What was committed before the bus brings this tenant's events will not come.
    if (wasFollowed) expectUpTo(tenant, head)
    else void catchUpTo(tenant, head)
    await waits.until(tenant, head)
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
    reach: (tenant) => (bus.isShared ? reach(tenant) : undefined),
    hold: interest.hold,
    release: interest.release,
    lookEverywhere,
    async stop() {
      clearInterval(timer)
      interest.stop()
      for (const gap of gaps.values()) clearTimeout(gap)
      await Promise.allSettled(catchingUp.values())
    },
  }
}
