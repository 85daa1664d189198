import { badEventQueueId, badRequest } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Credential, LiveQueue, QueueEvent } from '../event-delivery/live-queue.ts'
import type { Events } from '../events.ts'
import { PollReceiver } from './poll-receiver.ts'

export interface EventsWanted {
  lastEventId: number
  dontBlock: boolean
  credential: Credential
  /** calls back when the client has disconnected */
  left: (call: () => void) => void
}

/** Events after the last one that the client has. */
export async function getEvents(
  chat: Events,
  queue: LiveQueue,
  { lastEventId, left, ...options }: EventsWanted,
): Promise<readonly QueueEvent[]> {
  const position = await acknowledge(chat, queue, lastEventId)
  return new Promise((resolve) => {
    const poll = new PollReceiver(chat, queue, { ...options, position }, resolve)
    left(() => poll.end())
    chat.queues.attach(poll)
  })
}

/** The client has everything up to this event. Returns its position. */
export async function acknowledge(chat: Events, queue: LiveQueue, lastEventId: number): Promise<number> {
  const position = queue.positionOf(lastEventId)
  if (position < queue.acknowledged) {
    throw badRequest(`An event newer than ${lastEventId} has already been pruned!`)
  }
  if (!(await chat.queues.isKnownPosition(queue.viewer.realmId, position))) {
    throw badRequest(`Event ${lastEventId} was not in this queue`)
  }
  queue.acknowledged = position
  queue.lastSeen = chat.clock.now()
  queue.touched = true
  return position
}

/** The actor's own queue. Queues of others are refused, not reported as missing, as clients of this API expect. */
export async function accessQueue(
  chat: Events,
  actor: Actor,
  id: string,
  refusal: string,
): Promise<LiveQueue> {
  const queue = await chat.queues.find(id)
  if (!queue || queue.viewer.realmId !== actor.realm.id) throw badEventQueueId(id)
  if (queue.viewer.userId !== actor.user.id) throw badRequest(refusal)
  return queue
}
