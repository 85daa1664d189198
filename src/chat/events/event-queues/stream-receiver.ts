import type { ServerResponse } from 'node:http'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Credential, EndReason, LiveQueue, QueueEvent, Receiver } from '../event-delivery/live-queue.ts'
import { nextHeartbeat } from './heartbeat-time.ts'

/** A client that leaves this much unread is disconnected. It can resume. */
export const BYTES_UNREAD = 1_048_576

/**
 * The longest step after which written events count as acknowledged. Two steps are shorter than the hour for which the
 * log keeps all events, so an open stream never holds the log back.
 */
const MAX_STEP_SECONDS = 1500

const messages: Record<EndReason, string> = {
  queue_gone: 'The event queue is gone. Register a new one.',
  signed_out: 'The session has ended, or the API key has changed.',
  account_deactivated: 'The account or its organization is deactivated.',
  server_shutdown: 'The server is stopping. Connect again.',
  replaced: 'A newer request for events has taken over this queue.',
}

/** A GET /events/stream: server-sent events over a response that stays open. */
export class StreamReceiver implements Receiver {
  readonly kind = 'stream'
  readonly queue: LiveQueue
  readonly credential: Credential
  readonly waits = true
  position: number
  heartbeatAt: number
  isDue = true
  holds = 0
  readonly #chat: ChatPlatform
  readonly #response: ServerResponse
  /** position of the last event that was written */
  #written: number
  /** what was written at some time; it counts as acknowledged one step later */
  #step: { written: number; at: number }

  constructor(
    chat: ChatPlatform,
    queue: LiveQueue,
    { position, credential }: { position: number; credential: Credential },
    response: ServerResponse,
  ) {
    this.#chat = chat
    this.#response = response
    this.queue = queue
    this.position = position
    this.credential = credential
    this.heartbeatAt = nextHeartbeat(chat)
    this.#written = position
    this.#step = { written: position, at: chat.clock.now() }
    response.once('close', () => this.queue.release(this, this.#chat.clock.now()))
    // A reset connection also emits `close`, which is handled above.
    response.on('error', () => {})
  }

  get isFull(): boolean {
    return this.#response.writableNeedDrain
  }

  whenDrained(call: () => void): void {
    if (this.isFull) this.#response.once('drain', call)
    else call()
  }

  deliver(events: readonly QueueEvent[]): void {
    if (this.#response.writableLength > BYTES_UNREAD) {
      this.end()
      return
    }
    let text = ''
    for (const { id, json } of events) text += `id: ${id}\ndata: ${json}\n\n`
    this.#response.write(text)
    this.#written = this.queue.positionOf(events.at(-1)!.id)
    this.heartbeatAt = nextHeartbeat(this.#chat)
  }

  end(reason?: EndReason): void {
    this.queue.release(this, this.#chat.clock.now())
    // The client may never read the rest.
    if (reason === undefined || this.isFull) {
      this.#response.destroy()
      return
    }
    const gone = reason === 'queue_gone' && { code: 'BAD_EVENT_QUEUE_ID', queue_id: this.queue.id }
    const data = { reason, msg: messages[reason], ...gone }
    this.#response.end(`event: end\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /**
   * Server-sent events are not acknowledged. So a written event counts as acknowledged after the lifespan of the queue:
   * until then, a client that lost its connection can resume.
   */
  acknowledgeWritten(now: number): void {
    const seconds = Math.min(this.queue.options.lifespan, MAX_STEP_SECONDS)
    if (now - this.#step.at < seconds * 1000) return
    this.queue.acknowledged = Math.max(this.queue.acknowledged, this.#step.written)
    this.#step = { written: this.#written, at: now }
  }
}
