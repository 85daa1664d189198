import type { Secrets } from '../../platform/secrets.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { LiveQueue } from '../event-queues/live-queue.ts'
import { matchesNarrow } from './matches-narrow.ts'
import { maySee, mayWatch } from './may-see.ts'
import { shapeEvent } from './shape-event.ts'

/** An answer stays readable and the server responsive; what is left comes with the next poll. */
export const EVENTS_PER_ANSWER = 1000

/** Is this event for this queue? */
export function isFor(queue: LiveQueue, event: ChatEvent): boolean {
  const { eventTypes, narrow } = queue.options
  if (eventTypes !== null && !eventTypes.includes(event.type)) return false
  const received = maySee(queue.viewer, event)
  if (!received && !mayWatch(queue.viewer, queue.options, event)) return false
  if (event.type !== 'message' || narrow.length === 0) return true
  return matchesNarrow(narrow, event.payload, queue.viewer.userId, received)
}

/** Adds the events that are for the queue to `collected`, as texts. */
export function collectEvents(
  queue: LiveQueue,
  events: readonly ChatEvent[],
  secrets: Secrets,
  collected: string[],
): void {
  let last: number | undefined
  for (const event of events) {
    if (collected.length >= EVENTS_PER_ANSWER) return
    if (!isFor(queue, event)) continue
    collected.push(eventText(queue, event, secrets))
    last = event.position
  }
  // Whoever acknowledges the last of them has nothing else among these.
  if (last !== undefined) queue.noteQuiet(last, events.at(-1)!.position)
}

export function heartbeatText(queue: LiveQueue, position: number): string {
  return `{"type":"heartbeat","id":${queue.idAt(position)}}`
}

function eventText(queue: LiveQueue, event: ChatEvent, secrets: Secrets): string {
  return `{${shapeEvent(event, queue, secrets)},"id":${queue.idAt(event.position)}}`
}
