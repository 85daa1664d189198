import type { Chat } from '../chat.ts'
import type { LiveQueue } from './live-queue.ts'

/** Waits until something comes for the queue, a heartbeat is due, or the client has gone (`left`). */
export function waitForEvents(
  chat: Chat,
  queue: LiveQueue,
  after: number,
  left: (call: () => void) => void,
): Promise<string[]> {
  return new Promise((resolve) => {
    // Clients that started together spread: each waits up to a sixth less.
    const seconds = chat.config.heartbeatSeconds * (1 - Math.random() / 6)
    const waiting = {
      after,
      deadline: chat.clock.now() + seconds * 1000,
      answer(events: string[]) {
        if (queue.waiting === waiting) queue.waiting = undefined
        queue.lastSeen = chat.clock.now()
        resolve(events)
      },
    }
    // Two polls on one queue: the second ends the first.
    queue.waiting?.answer([])
    queue.waiting = waiting
    chat.queues.lookAgain(queue)
    left(() => {
      if (queue.waiting === waiting) waiting.answer([])
    })
  })
}
