import type { Handle } from '../database/database.ts'
import type { OutboxWriter } from '../outbox/outbox-writer.ts'

/** Something that happened to a tenant. Positions count up from 1 in commit order, without gaps. */
export interface LoggedEvent {
  readonly tenant: number
  readonly position: number
  readonly type: string
  readonly audience: unknown
  readonly payload: unknown
}

/** The log of events that concern the whole server. No tenant has this number. */
export const NO_TENANT = 0

/** An event before it is announced: the log adds the tenant and the position. */
export type NewEvent = Pick<LoggedEvent, 'type' | 'audience' | 'payload'>

/** The events of a product as a union by type, from a map of types to payloads. */
export type EventsOf<Payloads, Audience> = {
  [Type in keyof Payloads & string]: NewEventsOf<Pick<Payloads, Type>, Audience> &
    Pick<LoggedEvent, 'tenant' | 'position'>
}[keyof Payloads & string]

export type NewEventsOf<Payloads, Audience> = {
  [Type in keyof Payloads & string]: {
    readonly type: Type
    readonly audience: Audience
    readonly payload: Payloads[Type]
  }
}[keyof Payloads & string]

/** What an action works with. `announce` exists only here, so there is no event without its change. */
export interface Transaction<Tables, Announced extends NewEvent> {
  readonly db: Handle<Tables>
  readonly tenant: number
  /** The position of the newest event that was committed before this batch of transactions. */
  readonly committed: number
  /** Does the batch contain, up to now, an event of one of these types? */
  hasAnnounced(types: readonly Announced['type'][]): boolean
  /** The position of the newest event, including those of this transaction. */
  readonly position: number
  announce(event: Announced): void
  /** Work to be done after the commit. */
  readonly outbox: OutboxWriter
  /** Announces to the log of the whole server, which all nodes follow. For rare events: all tenants share it. */
  announceToAll(event: Announced): Promise<void>
  /** The next number of a counter of this tenant. */
  next(counter: string): Promise<number>
  /** The last number that the counter returned. */
  last(counter: string): Promise<number>
}
