import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

type Done = (error?: Error | null) => void

/**
 * What Node's server takes for a connection: requests that are no polls go into it byte by byte, and what comes out is
 * written to the real one, which stays with its line.
 */
export class Plug extends Duplex {
  /** called when the usual server has answered a request */
  readonly answered: () => void
  readonly #socket: Socket
  #isPulled = false

  constructor(socket: Socket, answered: () => void) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.answered = answered
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }

  /** It ends, and the connection goes on without it. */
  pull(): void {
    this.#isPulled = true
    this.destroy()
  }

  override _read(): void {}

  override _write(chunk: Buffer, encoding: BufferEncoding, done: Done): void {
    this.#socket.write(chunk, encoding, done)
  }

  /** As few packets as Node would have sent. */
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this.#socket.cork()
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      if (index === chunks.length - 1) this.#socket.write(chunk, encoding, done)
      else this.#socket.write(chunk, encoding)
    }
    this.#socket.uncork()
  }

  override _final(done: Done): void {
    if (!this.#isPulled) this.#socket.end()
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    // What was written last, a complaint for example, still goes out.
    if (!this.#isPulled) this.#socket.destroySoon()
    done(error)
  }
}
