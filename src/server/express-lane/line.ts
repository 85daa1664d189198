import type { Socket } from 'node:net'
import { Plug } from './plug.ts'
import { type OrdinaryRequest, type RequestHead, readRequest } from './read-request.ts'

/** So much may come ahead of its turn; then the client has to wait until it is answered. */
const MOST_AHEAD = 16_384

/** Who asks for so much else in a row is served better without the detour. */
const MOST_OTHERS = 8

/** Answers over the line, and tells it (`goOn`) when it has. Never fails: errors are answers, too. */
export type Answer = (line: Line, request: OrdinaryRequest, body: string) => void

export interface ExpressLane {
  /** Otherwise connections are handed over. */
  readonly isOpen: boolean
  /** Who answers this here; undefined: the usual server does. */
  find(request: OrdinaryRequest): Answer | undefined
  /** The usual server takes the plug for a connection. */
  plugIn(plug: Plug): void
  /** The connection goes on the usual way, beginning with these bytes. */
  handOver(line: Line, bytes: Buffer | undefined): void
  forget(line: Line): void
}

/** The beginning of a request whose body has not come yet. */
interface Beginning {
  parts: Buffer[]
  missing: number
}

/** A connection of a client that sends ordinary requests: frequent ones are answered here, others by the usual server. */
export class Line {
  readonly socket: Socket
  readonly #lane: ExpressLane
  /** Has it ever asked for something? */
  isNew = true
  /** of its last request without a body */
  #head: RequestHead | undefined
  #beginning: Beginning | undefined
  #isBusy = false
  /** requests that are not answered here, since the last one that is */
  #others = 0
  /** of the body that the usual server is waiting for */
  #missing = 0
  #isAnswered = false
  #plug: Plug | undefined
  #ahead: Buffer | undefined
  #idleSince = performance.now()
  #whenLeft: (() => void) | undefined
  readonly #listeners: readonly [string, (bytes: Buffer) => void][]

  constructor(socket: Socket, lane: ExpressLane) {
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

  /** For so many milliseconds it has not asked for anything; 0 while it is being answered. */
  get idleMs(): number {
    return this.#isBusy ? 0 : performance.now() - this.#idleSince
  }

  /** What has come of a request whose rest is missing. */
  get unfinished(): Buffer | undefined {
    return this.#beginning && Buffer.concat(this.#beginning.parts)
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
    else if (this.#beginning) this.#add(bytes, this.#beginning)
    else this.#take(bytes)
  }

  #keep(bytes: Buffer): void {
    this.#ahead = this.#ahead ? Buffer.concat([this.#ahead, bytes]) : bytes
    if (this.#ahead.length > MOST_AHEAD) this.socket.pause()
  }

  #add(bytes: Buffer, beginning: Beginning): void {
    beginning.parts.push(bytes)
    beginning.missing -= bytes.length
    if (beginning.missing > 0) return
    this.#beginning = undefined
    this.#take(Buffer.concat(beginning.parts))
  }

  #take(bytes: Buffer): void {
    const request = readRequest(bytes, this.#head)
    const answer = request && this.#lane.isOpen ? this.#lane.find(request) : undefined
    if (!request || !this.#lane.isOpen || (!answer && this.#others === MOST_OTHERS)) {
      this.#lane.handOver(this, bytes)
      return
    }
    const { head, bodyStart } = request
    const end = bodyStart + head.bodyLength
    this.isNew = false
    if (answer && bytes.length < end) {
      this.#beginning = { parts: [bytes], missing: end - bytes.length }
      this.#idleSince = performance.now()
      return
    }
    this.#isBusy = true
    if (head.bodyLength === 0) this.#head = head
    if (!answer) {
      this.#others += 1
      this.#pass(bytes, end)
      return
    }
    this.#others = 0
    this.#unplug()
    if (end < bytes.length) this.#keep(bytes.subarray(end))
    answer(this, request, bytes.toString('utf8', bodyStart, end))
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
