import type { Handle } from '../database/database.ts'

/** Something that has happened to a tenant. Positions count up from 1, in commit order, without gaps. */
export interface LoggedEvent {
  readonly tenant: number
  readonly position: number
  readonly type: string
  readonly audience: unknown
  readonly payload: unknown
}

/** Its log has what concerns the whole server: no tenant has this number. */
export const NO_TENANT = 0

/** What is announced: the log adds the tenant and the position. */
export type NewEvent = Pick<LoggedEvent, 'type' | 'audience' | 'payload'>

/** The events of a product as a union by their names, from a map of names to payloads. */
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

/** What an action does its work with. `announce` exists nowhere else, so no event without its change. */
export interface Transaction<Tables, Announced extends NewEvent> {
  readonly db: Handle<Tables>
  /** The position of the newest event so far, those of this transaction included. */
  readonly position: number
  announce(event: Announced): void
  /** In the log of no tenant, to whose end nodes can get, too. For what happens seldom: all tenants share it. */
  announceToAll(event: Announced): Promise<void>
  /** The next number of a counter of this tenant. */
  next(counter: string): Promise<number>
  /** The last number that the counter gave. */
  last(counter: string): Promise<number>
}
