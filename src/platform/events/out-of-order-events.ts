import type { LoggedEvent } from './event-log.ts'

/** Beyond this number, events of a tenant are not kept: they can be read from the log. */
const MAX_PER_TENANT = 5000

/** Events that arrived out of order, kept until their predecessors arrive. */
export class OutOfOrderEvents<Event extends LoggedEvent> {
  readonly #byTenant = new Map<number, Map<number, Event>>()

  add(event: Event): void {
    const events = this.#byTenant.get(event.tenant) ?? new Map<number, Event>()
    this.#byTenant.set(event.tenant, events)
    if (events.size < MAX_PER_TENANT) events.set(event.position, event)
  }

  /** Returns the event at this position, if it has arrived, and drops the ones before it. */
  take(tenant: number, position: number): Event | undefined {
    const events = this.#byTenant.get(tenant)
    if (!events) return undefined
    const event = events.get(position)
    if (event) events.delete(position)
    else for (const early of events.keys()) if (early < position) events.delete(early)
    if (events.size === 0) this.#byTenant.delete(tenant)
    return event
  }
}
