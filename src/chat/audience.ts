/**
 * Who may see an event, in symbols: its size does not grow with the number of readers. The parts add up;
 * delivery resolves them against the queues that are alive (see events/event-delivery/may-see.ts).
 */
export interface Audience {
  users?: readonly number[]
  /** `members`: everybody but guests */
  role?: 'everyone' | 'members' | 'administrators'
  /** those subscribed to this stream when it happened */
  subscribersOf?: number
  /** together with subscribersOf: only those who were subscribed at this earlier position as well */
  alreadyAt?: number
  /** queues that asked for all public streams, or for a narrow: of members only */
  publicWatchers?: boolean
  except?: readonly number[]
}
