import type { ChatPlatform } from '../../chat-platform.ts'
import type { Credential, LiveQueue, QueueEvent, Receiver } from '../event-delivery/live-queue.ts'
import { nextHeartbeat } from './heartbeat-time.ts'

/** A GET /events. It resolves exactly once. */
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
  readonly #chat: ChatPlatform
  readonly #resolve: (events: readonly QueueEvent[]) => void

  constructor(
    chat: ChatPlatform,
    queue: LiveQueue,
    options: { position: number; credential: Credential; dontBlock: boolean },
    resolve: (events: readonly QueueEvent[]) => void,
  ) {
    this.#chat = chat
    this.queue = queue
    this.position = options.position
    this.credential = options.credential
    this.waits = !options.dontBlock
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
