import type { ChatEvent } from './chat-event.ts'
import type { Chat } from './connect-chat.ts'
import type { EventQueue } from './event-queue.ts'
import { pollEvents } from './poll-events.ts'
import { StreamLost, streamEvents } from './stream-events.ts'
import { createStreamTrial } from './stream-trial.ts'

/** The events of a queue, in lists; an empty one only says that the server was reached. Throws when there is no way on. */
export type ReceiveEvents = (
  queue: EventQueue,
  signal: AbortSignal,
) => AsyncGenerator<readonly ChatEvent[], void>

/** The one place that decides how events arrive: over a stream, or by polling where streams do not get through. */
export function createReceiveEvents(chat: Chat): ReceiveEvents {
  const trial = createStreamTrial(Date.now)

  async function* stream(queue: EventQueue, signal: AbortSignal) {
    const startedAt = Date.now()
    let hasDelivered = false
    try {
      for await (const events of streamEvents(chat, queue, signal)) {
        hasDelivered ||= events.length > 0
        yield events
      }
    } catch (error) {
      if (error instanceof StreamLost && error.isSilent && !hasDelivered) trial.wasSilent()
      else trial.ended(Date.now() - startedAt)
      throw error
    }
  }

  return (queue, signal) =>
    trial.isOn() ? stream(queue, signal) : pollEvents(chat, queue, signal, () => !trial.isOn())
}
