import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Bus } from './bus.ts'
import type { LoggedEvent } from './event-log.ts'
import { readEventsAfter, readHeads } from './event-store.ts'

/** How often the log is asked for events that no bus told of: those of another process on the same data. */
const LOOK_EVERY_MS = 1000
const READ_AT_ONCE = 500

export interface LogFollower {
  /** The newest position that the listeners have seen. */
  seen(tenant: number): number
  /** Listeners are called with each event of a tenant once, in the order of the log. */
  listen(listener: (event: LoggedEvent) => void): void
  stop(): Promise<void>
}

/** Follows the logs of all tenants from now on. What the bus brings out of order is read from the log. */
export async function followLog<Tables>(
  database: Database<Tables>,
  bus: Bus,
  log: Logger,
): Promise<LogFollower> {
  const seen = await readHeads(database.read)
  const listeners: ((event: LoggedEvent) => void)[] = []
  const catchingUp = new Map<number, Promise<void>>()
  /** tenants of which the bus told more while they were being caught up */
  const told = new Set<number>()

  function deliver(event: LoggedEvent) {
    seen.set(event.tenant, event.position)
    for (const listener of listeners) {
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

  async function catchUp(tenant: number) {
    for (;;) {
      told.delete(tenant)
      const events = await readEventsAfter(database.read, tenant, seen.get(tenant) ?? 0, READ_AT_ONCE)
      if (events.length === 0 && !told.has(tenant)) return
      for (const event of events) deliver(event)
    }
  }

  function startCatchingUp(tenant: number) {
    told.add(tenant)
    if (catchingUp.has(tenant)) return
    const done = catchUp(tenant)
      .catch((error) => log.warn({ err: error, tenant }, 'the event log could not be read; trying again'))
      .finally(() => catchingUp.delete(tenant))
    catchingUp.set(tenant, done)
  }

  bus.subscribe((events) => {
    for (const event of events) {
      const last = seen.get(event.tenant) ?? 0
      if (event.position <= last) continue
      if (event.position === last + 1 && !catchingUp.has(event.tenant)) deliver(event)
      else startCatchingUp(event.tenant)
    }
  })

  async function look() {
    const heads = await readHeads(database.read)
    for (const [tenant, head] of heads) if (head > (seen.get(tenant) ?? 0)) startCatchingUp(tenant)
  }
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, 'the event log could not be read; trying again'))
  }, LOOK_EVERY_MS)

  return {
    seen: (tenant) => seen.get(tenant) ?? 0,
    listen: (listener) => void listeners.push(listener),
    async stop() {
      clearInterval(timer)
      await Promise.all(catchingUp.values())
    },
  }
}
