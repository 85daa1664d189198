import { StreamedAnswer } from '../../http/streamed-answer.ts'
import type { Credential, LiveQueue } from '../event-delivery/live-queue.ts'
import type { Events } from '../events.ts'
import { acknowledge } from './get-events.ts'
import { StreamReceiver } from './stream-receiver.ts'

/** How long a browser waits before it reconnects. */
const RETRY_MS = 2000

/** Events after the last one that the client has, over a response that stays open. */
export async function openEventStream(
  chat: Events,
  queue: LiveQueue,
  lastEventId: number,
  credential: Credential,
): Promise<StreamedAnswer> {
  const position = await acknowledge(chat, queue, lastEventId)
  return new StreamedAnswer('text/event-stream; charset=utf-8', (response) => {
    // Sent at once, so that clients and proxies see that it is open.
    response.write(`retry: ${RETRY_MS}\n\n`)
    chat.queues.attach(new StreamReceiver(chat, queue, { position, credential }, response))
  })
}
