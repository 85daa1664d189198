import type { Chat } from '../../chat.ts'
import { StreamedAnswer } from '../../http/streamed-answer.ts'
import { acknowledge } from './get-events.ts'
import type { LiveQueue } from './live-queue.ts'
import type { Credential } from './receiver.ts'
import { StreamReceiver } from './stream-receiver.ts'

/** How long a browser waits before it connects again. */
const RETRY_MS = 2000

/** Events after the client's last one, over a response that stays open. */
export async function openEventStream(
  chat: Chat,
  queue: LiveQueue,
  lastEventId: number,
  credential: Credential,
): Promise<StreamedAnswer> {
  const position = await acknowledge(chat, queue, lastEventId)
  return new StreamedAnswer('text/event-stream; charset=utf-8', (response) => {
    // At once, so that clients and proxies see that it is open.
    response.write(`retry: ${RETRY_MS}\n\n`)
    chat.queues.attach(new StreamReceiver(chat, queue, { position, credential }, response))
  })
}
