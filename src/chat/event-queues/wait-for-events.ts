import type { Chat } from '../chat.ts'
import type { LiveQueue } from './live-queue.ts'
import { Waiting } from './waiting.ts'

/** `left` calls back when the client has gone. */
export function waitForEvents(
  chat: Chat,
  queue: LiveQueue,
  after: number,
  left: (call: () => void) => void,
): Promise<string[]> {
  return new Promise((resolve) => {
    const waiting = new Waiting(chat, queue, after, resolve)
    chat.queues.lookAgain(queue)
    left(() => waiting.leave())
  })
}
