/**
 * Who may see an event, described symbolically, so its size does not grow with the number of readers. A user who
 * matches any field may see it; delivery resolves them against the live queues (see events/event-delivery/may-see.ts).
 */
export interface Audience {
  users?: readonly number[]
  /** `members`: everyone except guests */
  role?: 'everyone' | 'members' | 'administrators'
  /** users subscribed to this stream when the event happened */
  subscribersOf?: number
  /** with subscribersOf: only users who were also subscribed at this earlier position */
  alreadyAt?: number
  /** readers of a stream from which messages were moved who do not get them in the other one */
  leftBehind?: LeftBehind
  /** members' queues that watch all public streams or a narrow */
  publicWatchers?: boolean
  except?: readonly number[]
}

/** Users who were subscribed to one stream, but not to the other, when the event happened. */
export interface LeftBehind {
  stream: number
  notIn: number
  among: 'everyone' | 'members' | 'guests'
  /** the stream is private: after leaving it, a user gets no pending events about it */
  isPrivate: boolean
  /** only users who were also subscribed at this earlier position */
  alreadyAt?: number
}
