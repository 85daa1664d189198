import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Bus } from './bus.ts'
import { EventListeners } from './event-listeners.ts'
import type { LoggedEvent } from './event-log.ts'
import { readEventsAfter, readHeads, readHeadsOf } from './event-store.ts'
import { createHeadQuestions } from './head-questions.ts'
import { createTenantInterest } from './tenant-interest.ts'

/** How often the log is asked for events that no bus told of: those of another process on the same data. */
const LOOK_EVERY_MS = 1000
const READ_AT_ONCE = 500
/** Of a tenant without clients here, more than this is not read: what is remembered of it is forgotten instead. */
const WORTH_READING = 5000
/** The same when it is read only for a duty. */
const WORTH_READING_FOR_DUTY = 200

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
  /** Compares the logs of all tenants with what was seen: for whoever has a duty for all of them. */
  lookEverywhere(): Promise<void>
  stop(): Promise<void>
}

/** Follows the logs of all tenants from now on. What the bus brings out of order is read from the log. */
export async function followLog<Tables, Event extends LoggedEvent>(
  database: Database<Tables>,
  bus: Bus<Event>,
  log: Logger,
): Promise<LogFollower<Event>> {
  const seen = await readHeads(database.read)
  const listeners = new EventListeners<Event>()
  const skipListeners: ((tenant: number, after: number) => void)[] = []
  const catchingUp = new Map<number, Promise<void>>()
  /** how far the log of a tenant is known to go */
  const heads = new Map<number, number>()
  const interest = createTenantInterest(bus)
  const questions = createHeadQuestions((tenants) => readHeadsOf(database.read, tenants))
  const seenOf = (tenant: number) => seen.get(tenant) ?? 0

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

  async function catchUp(tenant: number) {
    while (seenOf(tenant) < heads.get(tenant)!) {
      const head = heads.get(tenant)!
      if (!interest.isHeld(tenant) && head - seenOf(tenant) > WORTH_READING) {
        skipTo(tenant, head)
        continue
      }
      const events = await readEventsAfter<Tables, Event>(database.read, tenant, seenOf(tenant), READ_AT_ONCE)
      // What is missing at the beginning was pruned.
      const missing = (events[0]?.position ?? head + 1) - seenOf(tenant) - 1
      if (missing > 0) skipTo(tenant, seenOf(tenant) + missing)
      for (const event of events) deliver(event)
    }
  }

  function catchUpTo(tenant: number, head: number): Promise<void> {
    heads.set(tenant, Math.max(head, heads.get(tenant) ?? 0))
    const running = catchingUp.get(tenant)
    if (running) return running
    const done = catchUp(tenant)
      .finally(() => catchingUp.delete(tenant))
      .then(() => {
        const further = heads.get(tenant)!
        heads.delete(tenant)
        // Told between the last look and now.
        if (further > seenOf(tenant)) return catchUpTo(tenant, further)
      })
    catchingUp.set(tenant, done)
    // Whoever waits for it hears of a failure; whoever does not tries again by looking.
    done.catch((error) => log.warn({ err: error, tenant }, 'the event log could not be read; trying again'))
    return done
  }

  bus.subscribe({
    events(events) {
      for (const event of events) {
        const last = seenOf(event.tenant)
        if (event.position <= last) continue
        if (event.position === last + 1 && !catchingUp.has(event.tenant)) deliver(event)
        else void catchUpTo(event.tenant, event.position)
      }
    },
    head(tenant, position) {
      if (position > seenOf(tenant)) void catchUpTo(tenant, position)
    },
  })

  async function look() {
    // With other servers there may be very many tenants, and most have nobody here.
    const found = bus.isShared
      ? await readHeadsOf(database.read, interest.tenants())
      : await readHeads(database.read)
    for (const [tenant, head] of found) if (head > seenOf(tenant)) void catchUpTo(tenant, head)
  }

  async function lookEverywhere() {
    for (const [tenant, head] of await readHeads(database.read)) {
      const behind = head - seenOf(tenant)
      if (behind <= 0) continue
      // Whoever takes a duty over is behind with nearly everything: to skip is enough to look at the tenant.
      const isStranger = !interest.isHeld(tenant) && !catchingUp.has(tenant)
      if (isStranger && behind > WORTH_READING_FOR_DUTY) skipTo(tenant, head)
      else await catchUpTo(tenant, head)
    }
  }

  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, 'the event log could not be read; trying again'))
  }, LOOK_EVERY_MS)

  async function reach(tenant: number) {
    interest.touch(tenant)
    const head = await questions.ask(tenant)
    while (seenOf(tenant) < head) await catchUpTo(tenant, head)
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
      await Promise.allSettled(catchingUp.values())
    },
  }
}
