import type { Chat } from '../chat.ts'
import { badEventQueueId, badRequest } from '../chat-error.ts'
import { PreparedAnswer } from '../http/envelope.ts'
import type { Actor } from '../users/user.ts'
import type { LiveQueue } from './live-queue.ts'
import { waitForEvents } from './wait-for-events.ts'

export interface EventsWanted {
  lastEventId: number
  dontBlock: boolean
  /** calls back when the client has gone */
  left: (call: () => void) => void
}

/** Events after the client's last one, as JSON texts. */
export async function getEvents(chat: Chat, queue: LiveQueue, wanted: EventsWanted): Promise<string[]> {
  const position = queue.positionOf(wanted.lastEventId)
  if (position < queue.acknowledged) {
    throw badRequest(`An event newer than ${wanted.lastEventId} has already been pruned!`)
  }
  if (!(await chat.queues.isKnownPosition(queue.viewer.realmId, position))) {
    throw badRequest(`Event ${wanted.lastEventId} was not in this queue`)
  }
  acknowledge(chat, queue, position)
  const events = await chat.queues.eventsAfter(queue, position)
  if (events.length > 0 || wanted.dontBlock) return events
  return waitForEvents(chat, queue, position, wanted.left)
}

/** The client has everything up to this position. */
function acknowledge(chat: Chat, queue: LiveQueue, position: number): void {
  queue.acknowledged = position
  queue.lastSeen = chat.clock.now()
  queue.touched = true
}

/** What a poll is answered with. */
export const eventsAnswer = (queueId: string, events: readonly string[]) =>
  // Mostly there is one: it is not copied once more.
  new PreparedAnswer(
    `"queue_id":"${queueId}","events":[${events.length === 1 ? events[0] : events.join(',')}]`,
  )

/** The actor's own queue: other people's are refused, not hidden, as clients of this family expect. */
export async function accessQueue(chat: Chat, actor: Actor, id: string, refusal: string): Promise<LiveQueue> {
  const queue = await chat.queues.find(id)
  if (!queue || queue.viewer.realmId !== actor.realm.id) throw badEventQueueId(id)
  if (queue.viewer.userId !== actor.user.id) throw badRequest(refusal)
  return queue
}
