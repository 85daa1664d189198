import type { LoggedEvent } from './event-log.ts'

/** More of a tenant are not kept: they are read from the log, where they are, too. */
const MOST_OF_TENANT = 5000

/** Events that came before the ones in front of them, until those come. */
export class EarlyEvents<Event extends LoggedEvent> {
  readonly #byTenant = new Map<number, Map<number, Event>>()

  add(event: Event): void {
    const events = this.#byTenant.get(event.tenant) ?? new Map<number, Event>()
    this.#byTenant.set(event.tenant, events)
    if (events.size < MOST_OF_TENANT) events.set(event.position, event)
  }

  /** The event at this position, if it is here. Those up to it are not kept any longer. */
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
