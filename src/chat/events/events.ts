import type { History } from '../history/history.ts'
import { EventQueues } from './event-queues/event-queues.ts'

/** Event queues of clients, and the delivery of events to them. */
export interface Events extends History {
  readonly queues: EventQueues
}

/**
 * Created last, so caches see each event before the queues do: a client that reacts to an event reads the new state.
 */
export function createEvents(history: History): Events {
  const queues = new EventQueues(history)
  history.follower.onSkip((realmId) => queues.dropRealm(realmId))
  return { ...history, queues }
}
