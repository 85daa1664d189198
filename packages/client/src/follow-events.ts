import { ApiError } from './api-error.ts'
import { backOffMs, pause } from './back-off.ts'
import type { ChatEvent, Registration } from './chat-event.ts'
import type { Chat, ChatInput } from './connect-chat.ts'
import type { EventQueue } from './event-queue.ts'
import { createReceiveEvents } from './receive-events.ts'

export interface FollowOptions {
  /** the arguments of register: which events, and how they look */
  register?: ChatInput<'POST /register'>
  /** ends it */
  signal?: AbortSignal
  /** A new queue with its initial state: at the start, and when the old queue is gone. */
  onRegistered?(registration: Registration): void
  /** Whether the last call reached the server, and why not, if the server itself says so. */
  onConnection?(isOnline: boolean, reason?: ApiError): void
}

/** The events of the chat, one at a time, until aborted. See followEventLists. */
export async function* followEvents(
  chat: Chat,
  options: FollowOptions = {},
): AsyncGenerator<ChatEvent, void> {
  for await (const events of followEventLists(chat, options)) yield* events
}

/**
 * The events of the chat in the lists in which they arrive. After an interruption or a server restart it resumes the
 * same queue after the last event seen. It registers a new queue only when the server says that the old one is gone.
 * Throws if the credentials are no longer valid, or register is rejected.
 */
export async function* followEventLists(
  chat: Chat,
  { register = {}, signal = new AbortController().signal, onRegistered, onConnection }: FollowOptions = {},
): AsyncGenerator<readonly ChatEvent[], void> {
  const receiveEvents = createReceiveEvents(chat)
  let queue: EventQueue | undefined
  let attempt = 0
  const wasReached = () => {
    attempt = 0
    onConnection?.(true)
  }
  while (!signal.aborted) {
    try {
      if (!queue) {
        const registration = await chat.call('POST /register', register, { signal })
        if (signal.aborted) return
        queue = { id: registration.queue_id ?? '', lastEventId: registration.last_event_id ?? -1 }
        onRegistered?.(registration)
        wasReached()
      }
      for await (const events of receiveEvents(queue, signal)) {
        if (signal.aborted) return
        queue.lastEventId = events.at(-1)?.id ?? queue.lastEventId
        if (events.length > 0) yield events
        wasReached()
      }
    } catch (error) {
      if (signal.aborted) return
      if (isQueueGone(error)) {
        queue = undefined
        continue
      }
      if (error instanceof ApiError && (error.status === 401 || (!queue && isRejected(error)))) throw error
      onConnection?.(false, error instanceof ApiError ? error : undefined)
      await pause(backOffMs(attempt, error instanceof ApiError ? error.retryAfter : undefined), signal)
      attempt += 1
    }
  }
}

/** By our server, not by a proxy before it: that has no codes. */
const isRejected = (error: ApiError) => error.isFinal && error.code !== ''

const isQueueGone = (error: unknown) => error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID'
