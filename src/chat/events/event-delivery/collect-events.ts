import type { Secrets } from '../../../platform/secrets.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { LiveQueue, QueueEvent } from '../event-queues/live-queue.ts'
import { matchesNarrow } from './matches-narrow.ts'
import { isLeftBehind, maySee, mayWatch } from './may-see.ts'
import { shapeEvent } from './shape-event.ts'

/** Limits the size of a response. The rest follows with the next poll, or when a stream has drained. */
export const EVENTS_PER_DELIVERY = 1000
const CHARACTERS_PER_DELIVERY = 500_000

/** Does the queue get this event? */
export function isFor(queue: LiveQueue, event: ChatEvent): boolean {
  const { eventTypes, narrow } = queue.options
  if (eventTypes !== null && !eventTypes.includes(event.type)) return false
  const received = maySee(queue.viewer, event)
  if (!received && !mayWatch(queue.viewer, queue.options, event) && !isLeftBehind(queue.viewer, event)) {
    return false
  }
  if (event.type !== 'message' || narrow.length === 0) return true
  return matchesNarrow(narrow, event.payload, queue.viewer.userId, received)
}

/** The first of the events that the queue gets, and the position up to which they are complete. */
export function collectEvents(
  queue: LiveQueue,
  events: readonly ChatEvent[],
  secrets: Secrets,
): { collected: QueueEvent[]; upTo: number } {
  const collected: QueueEvent[] = []
  let characters = 0
  for (const event of events) {
    if (!isFor(queue, event)) continue
    if (collected.length === EVENTS_PER_DELIVERY || characters > CHARACTERS_PER_DELIVERY) {
      return { collected, upTo: queue.positionOf(collected.at(-1)!.id) }
    }
    const one = shaped(queue, event, secrets)
    collected.push(one)
    characters += one.json.length
  }
  return { collected, upTo: events.at(-1)!.position }
}

export function heartbeatEvent(queue: LiveQueue, position: number): QueueEvent {
  const id = queue.idAt(position)
  return { id, json: `{"type":"heartbeat","id":${id}}` }
}

function shaped(queue: LiveQueue, event: ChatEvent, secrets: Secrets): QueueEvent {
  const id = queue.idAt(event.position)
  return { id, json: `{${shapeEvent(event, queue, secrets)},"id":${id}}` }
}
