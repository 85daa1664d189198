import type { Handle } from '../database/database.ts'

/** Something that has happened to a tenant. Positions count up from 1, in commit order, without gaps. */
export interface LoggedEvent<Audience = unknown, Payload = unknown> {
  readonly tenant: number
  readonly position: number
  readonly type: string
  readonly audience: Audience
  readonly payload: Payload
}

export interface NewEvent<Audience, Payload> {
  type: string
  audience: Audience
  payload: Payload
}

/** What an action does its work with. `announce` exists nowhere else, so no event without its change. */
export interface Transaction<Tables, Audience, Payload> {
  readonly db: Handle<Tables>
  /** The position of the newest event so far, those of this transaction included. */
  readonly position: number
  announce(event: NewEvent<Audience, Payload>): void
  /** The next number of a counter of this tenant. */
  next(counter: string): Promise<number>
  /** The last number that the counter gave. */
  last(counter: string): Promise<number>
}
