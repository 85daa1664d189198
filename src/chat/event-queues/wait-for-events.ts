import type { Chat } from '../chat.ts'
import type { LiveQueue } from './live-queue.ts'
import { Waiting } from './waiting.ts'

/** What comes for the queue; nothing when the client has gone, of which `left` tells. */
export function waitForEvents(
  chat: Chat,
  queue: LiveQueue,
  after: number,
  left: (call: () => void) => void,
): Promise<string[]> {
  return new Promise((resolve) => {
    const waiting = new Waiting(chat, queue, after, resolve)
    chat.queues.lookAgain(queue)
    left(() => waiting.answer([]))
  })
}
