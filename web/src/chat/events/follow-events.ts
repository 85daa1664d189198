import { ApiFailure } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { backOffMs, pause } from './back-off.ts'
import type { Registration } from './chat-state.ts'
import type { ServerEvent } from './server-event.ts'

export interface EventsFollowed {
  /** A new queue: the state anew, at the start and when the old queue is gone. */
  onRegistered(registration: Registration): void
  onEvents(events: readonly ServerEvent[]): void
  /** Whether the last call reached the server. */
  onConnection(online: boolean): void
  /** The session has ended. */
  onSignedOut(): void
}

/** A poll that hears nothing for this long has lost its connection without noticing: heartbeats come every minute. */
const SILENCE_MS = 150_000

/**
 * Keeps a queue and tells what happens, until it is aborted. Interruptions and restarts are sat out: the same queue goes
 * on after the last event seen. Only when the server says that the queue is gone is there a new one.
 */
export async function followEvents(followed: EventsFollowed, signal: AbortSignal): Promise<void> {
  let queue: { id: string; lastEventId: number } | undefined
  let attempt = 0
  while (!signal.aborted) {
    try {
      if (!queue) {
        const registration = await register(signal)
        if (signal.aborted) return
        queue = { id: registration.queue_id ?? '', lastEventId: registration.last_event_id ?? -1 }
        followed.onRegistered(registration)
      } else {
        const events = await poll(queue, signal)
        if (signal.aborted) return
        const last = events.at(-1)
        if (last) queue.lastEventId = last.id
        followed.onEvents(events)
      }
      attempt = 0
      followed.onConnection(true)
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

async function poll(
  queue: { id: string; lastEventId: number },
  signal: AbortSignal,
): Promise<readonly ServerEvent[]> {
  const given = { queue_id: queue.id, last_event_id: queue.lastEventId }
  const silence = AbortSignal.timeout(SILENCE_MS)
  const answer = await callChat('GET /events', given, { signal: AbortSignal.any([signal, silence]) })
  return answer.events as unknown as readonly ServerEvent[]
}
