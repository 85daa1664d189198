import type { Chat } from '../chat.ts'
import type { LiveQueue } from './live-queue.ts'

/** A poll that waits until something comes for its queue, a heartbeat is due, or its client has gone. */
export class Waiting {
  readonly after: number
  /** epoch milliseconds when a heartbeat is due */
  readonly deadline: number
  readonly #chat: Chat
  readonly #queue: LiveQueue
  readonly #answered: (events: string[]) => void

  constructor(chat: Chat, queue: LiveQueue, after: number, answered: (events: string[]) => void) {
    this.after = after
    // Clients that started together spread: each waits up to a sixth less.
    const seconds = chat.config.heartbeatSeconds * (1 - Math.random() / 6)
    this.deadline = chat.clock.now() + seconds * 1000
    this.#chat = chat
    this.#queue = queue
    this.#answered = answered
    // Two polls on one queue: the second ends the first, also one that was only waiting for that.
    while (queue.waiting) queue.waiting.answer([])
    queue.waiting = this
  }

  /** The first answer counts. */
  answer(events: string[]): void {
    if (this.#queue.waiting !== this) return
    this.#queue.waiting = undefined
    this.#queue.lastSeen = this.#chat.clock.now()
    this.#answered(events)
  }
}
