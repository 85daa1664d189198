/**
 * Whom an event is for, described symbolically, so its size does not grow with the number of readers. It is for each
 * user who matches any field; delivery resolves them against the live queues (see events/event-delivery/is-for.ts), and
 * withholds content that they can no longer read.
 */
export interface Audience {
  users?: readonly number[]
  /** `members`: everyone except guests */
  role?: 'everyone' | 'members' | 'administrators'
  /** users subscribed to this stream when the event happened */
  subscribersOf?: number
  /** with subscribersOf: users subscribed at this position instead, for a stream that has been archived there */
  asOf?: number
  /** with subscribersOf: only users who were also subscribed at this earlier position */
  alreadyAt?: number
  /** readers of a stream from which messages were moved who do not get them in the other one */
  leftBehind?: LeftBehind
  /** members' queues that watch all public streams or a narrow */
  publicWatchers?: boolean
  except?: readonly number[]
  exceptGuests?: boolean
}

/** Users who were subscribed to one stream, but not to the other, when the event happened. */
export interface LeftBehind {
  stream: number
  notIn: number
  among: 'everyone' | 'members' | 'guests'
  /** only users who were also subscribed at this earlier position */
  alreadyAt?: number
}
