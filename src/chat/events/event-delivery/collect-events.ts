import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import { isFor } from './is-for.ts'
import type { LiveQueue, QueueEvent } from './live-queue.ts'
import type { PresentAccess } from './present-access.ts'
import { shapeEvent } from './shape-event.ts'

/** Limits the size of a response. The rest follows with the next poll, or when a stream has drained. */
export const EVENTS_PER_DELIVERY = 1000
const CHARACTERS_PER_DELIVERY = 500_000

/**
 * The first of the events that the queue gets, and the position up to which they are complete. `access`: some of them
 * depend on what its owner may read now.
 */
export function collectEvents(
  queue: LiveQueue,
  events: readonly ChatEvent[],
  secrets: Secrets,
  access?: PresentAccess,
): { collected: QueueEvent[]; upTo: number } {
  const collected: QueueEvent[] = []
  let characters = 0
  for (const event of events) {
    if (!isFor(queue, event)) continue
    const visible = access ? access.filter(event) : event
    if (!visible) continue
    if (collected.length === EVENTS_PER_DELIVERY || characters > CHARACTERS_PER_DELIVERY) {
      return { collected, upTo: queue.positionOf(collected.at(-1)!.id) }
    }
    const one = shaped(queue, visible, secrets)
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
