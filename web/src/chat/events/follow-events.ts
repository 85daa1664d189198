import { ApiFailure } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { backOffMs, pause } from '../state/back-off.ts'
import type { Registration } from '../state/chat-state.ts'
import type { ServerEvent } from '../state/server-event.ts'
import type { EventQueue } from './event-queue.ts'
import { createReceiveEvents } from './receive-events.ts'

export interface EventsFollowed {
  /** A new queue with its initial state: at the start, and when the old queue is gone. */
  onRegistered(registration: Registration): void
  onEvents(events: readonly ServerEvent[]): void
  /** Whether the last call reached the server. */
  onConnection(online: boolean): void
  /** The session has ended. */
  onSignedOut(): void
}

/**
 * Keeps an event queue and reports its events until aborted. After an interruption or a server restart it resumes the
 * same queue after the last event seen. It registers a new queue only when the server says that the old one is gone.
 */
export async function followEvents(followed: EventsFollowed, signal: AbortSignal): Promise<void> {
  const receiveEvents = createReceiveEvents()
  let queue: EventQueue | undefined
  let attempt = 0
  const wasReached = () => {
    attempt = 0
    followed.onConnection(true)
  }
  while (!signal.aborted) {
    try {
      if (!queue) {
        const registration = await register(signal)
        if (signal.aborted) return
        queue = { id: registration.queue_id ?? '', lastEventId: registration.last_event_id ?? -1 }
        followed.onRegistered(registration)
        wasReached()
      }
      for await (const events of receiveEvents(queue, signal)) {
        if (signal.aborted) return
        queue.lastEventId = events.at(-1)?.id ?? queue.lastEventId
        followed.onEvents(events)
        wasReached()
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiFailure && error.status === 401) return followed.onSignedOut()
      if (error instanceof ApiFailure && error.code === 'BAD_EVENT_QUEUE_ID') {
        queue = undefined
        continue
      }
      followed.onConnection(false)
      const retryAfter = error instanceof ApiFailure ? error.retryAfter : undefined
      await pause(backOffMs(attempt, retryAfter), signal)
      attempt += 1
    }
  }
}

function register(signal: AbortSignal): Promise<Registration> {
  return callChat(
    'POST /register',
    { apply_markdown: true, include_subscribers: true, slim_presence: true },
    { signal },
  )
}
