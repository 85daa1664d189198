import type { Chat } from '../../chat.ts'
import { nextHeartbeat } from './heartbeat-time.ts'
import type { LiveQueue } from './live-queue.ts'
import type { Credential, QueueEvent, Receiver } from './receiver.ts'

/** A GET /events. Whatever ends it, it resolves once. */
export class PollReceiver implements Receiver {
  readonly kind = 'poll'
  readonly queue: LiveQueue
  readonly credential: Credential
  readonly waits: boolean
  readonly isFull = false
  position: number
  heartbeatAt: number
  isDue = true
  holds = 0
  readonly #chat: Chat
  readonly #resolve: (events: readonly QueueEvent[]) => void

  constructor(
    chat: Chat,
    queue: LiveQueue,
    asked: { position: number; credential: Credential; dontBlock: boolean },
    resolve: (events: readonly QueueEvent[]) => void,
  ) {
    this.#chat = chat
    this.queue = queue
    this.position = asked.position
    this.credential = asked.credential
    this.waits = !asked.dontBlock
    this.heartbeatAt = nextHeartbeat(chat)
    this.#resolve = resolve
  }

  whenDrained(call: () => void): void {
    call()
  }

  deliver(events: readonly QueueEvent[]): void {
    this.queue.release(this, this.#chat.clock.now())
    this.#resolve(events)
  }

  end(): void {
    this.deliver([])
  }
}
