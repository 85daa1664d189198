import type { ChatEvent } from './chat-event.ts'
import type { Chat } from './connect-chat.ts'
import { type EventQueue, SILENCE_MS } from './event-queue.ts'
import { linkAbort } from './link-abort.ts'

/** The events of a queue by long polling, while `isWanted`. The first answer comes at once: the server can be reached. */
export async function* pollEvents(
  chat: Chat,
  queue: EventQueue,
  signal: AbortSignal,
  isWanted: () => boolean,
): AsyncGenerator<readonly ChatEvent[]> {
  for (let isFirst = true; isWanted(); isFirst = false) {
    const linked = linkAbort(signal, AbortSignal.timeout(SILENCE_MS))
    const { events } = await chat
      .call(
        'GET /events',
        { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: isFirst },
        { signal: linked.signal },
      )
      .finally(linked.release)
    yield events as unknown as readonly ChatEvent[]
  }
}
