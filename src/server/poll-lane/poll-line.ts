import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Poll, type PollHead, readPoll } from './read-poll.ts'

/** So much may come ahead of its turn; then the client has to wait until it is answered. */
const MOST_AHEAD = 16_384

export interface PollLane {
  admits(poll: Poll): boolean
  /** Never fails: errors are answers, too. */
  answer(line: PollLine, poll: Poll): Promise<void>
  /** The connection goes on the usual way, beginning with these bytes. */
  handOver(line: PollLine, bytes: Buffer | undefined): void
  forget(line: PollLine): void
}

/** A connection over which nothing but polls have come so far. */
export class PollLine {
  readonly socket: Socket
  readonly #lane: PollLane
  /** undefined: nothing has come yet */
  #head: PollHead | undefined
  #isBusy = false
  #ahead: Buffer | undefined
  #idleSince = performance.now()
  #whenLeft: (() => void) | undefined
  readonly #listeners: readonly [string, (bytes: Buffer) => void][]

  constructor(socket: Socket, lane: PollLane) {
    this.socket = socket
    this.#lane = lane
    this.#listeners = [
      ['data', (bytes) => this.#hear(bytes)],
      ['end', () => this.#end()],
      ['close', () => this.#close()],
      // Its end is told by `close`.
      ['error', () => {}],
    ]
    for (const [event, listener] of this.#listeners) socket.on(event, listener)
  }

  /** Has it ever asked for something? */
  get isNew(): boolean {
    return this.#head === undefined
  }

  /** For so many milliseconds it has not asked for anything; 0 while it is being answered. */
  get idleMs(): number {
    return this.#isBusy ? 0 : performance.now() - this.#idleSince
  }

  /** As much of Node's request as endpoints look at. */
  request(url: string): IncomingMessage {
    return {
      method: 'GET',
      url,
      headers: this.#head!.headers,
      socket: this.socket,
      once: (_event: 'close', call: () => void) => {
        this.#whenLeft = call
      },
    } as unknown as IncomingMessage
  }

  /** Nobody listens here any more. */
  letGo(): void {
    for (const [event, listener] of this.#listeners) this.socket.removeListener(event, listener)
  }

  #hear(bytes: Buffer): void {
    if (!this.#isBusy) {
      this.#take(bytes)
      return
    }
    this.#ahead = this.#ahead ? Buffer.concat([this.#ahead, bytes]) : bytes
    if (this.#ahead.length > MOST_AHEAD) this.socket.pause()
  }

  #take(bytes: Buffer): void {
    const poll = readPoll(bytes, this.#head)
    if (!poll || !this.#lane.admits(poll)) {
      this.#lane.handOver(this, bytes)
      return
    }
    this.#head = poll.head
    this.#isBusy = true
    void this.#lane.answer(this, poll).then(() => this.#goOn())
  }

  /** Whoever does not read what was answered gets no more of it. */
  #goOn(): void {
    this.#whenLeft = undefined
    if (this.socket.destroyed || this.socket.writableEnded) return
    if (this.socket.writableNeedDrain) {
      this.socket.once('drain', () => this.#goOn())
      return
    }
    this.#isBusy = false
    this.#idleSince = performance.now()
    const ahead = this.#ahead
    if (!ahead) return
    this.#ahead = undefined
    this.socket.resume()
    this.#take(ahead)
  }

  #end(): void {
    this.#whenLeft?.()
    this.socket.end()
  }

  #close(): void {
    this.#lane.forget(this)
    this.#whenLeft?.()
  }
}
