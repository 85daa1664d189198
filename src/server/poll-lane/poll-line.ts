import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Plug } from './plug.ts'
import { type RequestHead, readRequest } from './read-request.ts'

/** So much may come ahead of its turn; then the client has to wait until it is answered. */
const MOST_AHEAD = 16_384

/** Who asks for so much else in a row does not poll over this connection, and is served better without the detour. */
const MOST_OTHERS = 3

export interface PollLane {
  /** Otherwise connections are handed over. */
  readonly isOpen: boolean
  /** Has whoever sends this proven who they are? */
  knows(head: RequestHead): boolean
  /** Whether it could be taken without waiting for anything but events; the line is told when it is answered. */
  answerAtOnce(line: PollLine, query: string, headers: IncomingHttpHeaders): boolean
  /** Never fails: errors are answers, too. */
  answer(line: PollLine, query: string): Promise<void>
  /** The usual server takes the plug for a connection. */
  plugIn(plug: Plug): void
  /** The connection goes on the usual way, beginning with these bytes. */
  handOver(line: PollLine, bytes: Buffer | undefined): void
  forget(line: PollLine): void
}

/** A connection of a client that sends ordinary requests: polls are answered here, others by the usual server. */
export class PollLine {
  readonly socket: Socket
  readonly #lane: PollLane
  /** undefined: nothing has come yet */
  #head: RequestHead | undefined
  #isBusy = false
  /** requests other than polls, since the last poll */
  #others = 0
  /** of the body that the usual server is waiting for */
  #missing = 0
  #isAnswered = false
  #plug: Plug | undefined
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
      once: (_event: 'close', call: () => void) => this.whenLeft(call),
    } as unknown as IncomingMessage
  }

  /** Calls when the client has gone before it is answered. */
  whenLeft(call: () => void): void {
    this.#whenLeft = call
  }

  /** Nobody listens here any more. */
  letGo(): void {
    this.#plug?.pull()
    for (const [event, listener] of this.#listeners) this.socket.removeListener(event, listener)
  }

  #hear(bytes: Buffer): void {
    if (this.#missing > 0) this.#passOn(bytes)
    else if (this.#isBusy) this.#keep(bytes)
    else this.#take(bytes)
  }

  #keep(bytes: Buffer): void {
    this.#ahead = this.#ahead ? Buffer.concat([this.#ahead, bytes]) : bytes
    if (this.#ahead.length > MOST_AHEAD) this.socket.pause()
  }

  #take(bytes: Buffer): void {
    const request = readRequest(bytes, this.#head)
    if (!request || !this.#lane.isOpen) {
      this.#lane.handOver(this, bytes)
      return
    }
    const { pollQuery, end, head } = request
    const isPoll = pollQuery !== undefined && this.#lane.knows(head)
    if (!isPoll && this.#others === MOST_OTHERS) {
      this.#lane.handOver(this, bytes)
      return
    }
    this.#head = head
    this.#isBusy = true
    if (!isPoll) {
      this.#others += 1
      this.#pass(bytes, end + head.bodyLength)
      return
    }
    this.#others = 0
    this.#unplug()
    if (end < bytes.length) this.#keep(bytes.subarray(end))
    if (this.#lane.answerAtOnce(this, pollQuery, head.headers)) return
    void this.#lane.answer(this, pollQuery).then(() => this.goOn())
  }

  /** A request of so many bytes, of which these are the first. */
  #pass(bytes: Buffer, length: number): void {
    if (!this.#plug) {
      this.#plug = new Plug(this.socket, () => {
        this.#isAnswered = true
        this.#goOnWhenWhole()
      })
      this.#lane.plugIn(this.#plug)
    }
    this.#isAnswered = false
    this.#missing = length
    this.#passOn(bytes)
  }

  #passOn(bytes: Buffer): void {
    const own = bytes.subarray(0, this.#missing)
    this.#missing -= own.length
    this.#plug!.push(own)
    if (own.length < bytes.length) this.#keep(bytes.subarray(own.length))
    this.#goOnWhenWhole()
  }

  /** It may be answered before all of it has come. */
  #goOnWhenWhole(): void {
    if (this.#isAnswered && this.#missing === 0) this.goOn()
  }

  /** Whoever waits for events needs no second connection. */
  #unplug(): void {
    this.#plug?.pull()
    this.#plug = undefined
  }

  /** It was answered. Whoever does not read that gets no more. */
  goOn(): void {
    this.#whenLeft = undefined
    if (this.socket.destroyed || this.socket.writableEnded) return
    if (this.socket.writableNeedDrain) {
      this.socket.once('drain', () => this.goOn())
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
    if (this.#plug) this.#plug.push(null)
    else this.socket.end()
    this.#whenLeft?.()
  }

  #close(): void {
    this.#lane.forget(this)
    this.#whenLeft?.()
    this.#plug?.destroy()
  }
}
