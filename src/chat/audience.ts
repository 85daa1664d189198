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
  /** members' queues that watch all public streams or a narrow */
  publicWatchers?: boolean
  except?: readonly number[]
}
