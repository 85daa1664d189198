import { connect, type Socket } from 'node:net'

/** The status and the body of an answer, as it came. */
export type Answered = (status: number, body: Buffer) => void

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LENGTH = 'content-length: '
const nothing = Buffer.alloc(0)
/** In place of a status, when the connection ended before the answer. */
const LOST = 0

/**
 * HTTP/1.1 over one socket, one request at a time, and no more of it than a load generator needs: what it
 * spends is missing to the server on the same machine.
 */
export class RawConnection {
  readonly #socket: Socket
  readonly #onLost: (error: Error) => void
  #answered: Answered | undefined
  #pieces: Buffer[] = []
  /** bytes of the body that are still to come; -1: the head is not complete */
  #missing = -1
  #status = 0
  #isClosed = false

  constructor(port: number, onLost: (error: Error) => void, localAddress?: string) {
    this.#onLost = onLost
    // A local address is bound before connecting, which takes a port of its own for as long as one that was closed waits.
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(localAddress && { localAddress }) })
    this.#socket.on('data', (piece) => this.#read(piece))
    this.#socket.on('error', (error) => this.#lose(error))
    this.#socket.on('close', () => this.#lose(new Error('the server closed a connection')))
  }

  /** A server closes idle connections: that is not an error. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  request(text: string, answered: Answered): void {
    this.#answered = answered
    this.#socket.write(text, 'latin1')
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #lose(error: Error): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const answered = this.#answered
    if (!answered) return
    this.#answered = undefined
    this.#onLost(error)
    answered(LOST, Buffer.from(error.message))
  }

  #read(piece: Buffer): void {
    if (this.#missing < 0) this.#readHead(piece)
    else {
      this.#pieces.push(piece)
      this.#missing -= piece.length
    }
    if (this.#missing !== 0) return
    const body = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    const answered = this.#answered
    this.#pieces = []
    this.#missing = -1
    this.#answered = undefined
    answered?.(this.#status, body)
  }

  #readHead(piece: Buffer): void {
    const bytes = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece])
    const end = bytes.indexOf(END_OF_HEAD)
    if (end < 0) {
      this.#pieces = [bytes]
      return
    }
    const head = bytes.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const at = head.toLowerCase().indexOf(LENGTH)
    if (at < 0) throw new Error(`an answer without a length: ${head}`)
    const length = Number.parseInt(head.slice(at + LENGTH.length), 10)
    const body = bytes.subarray(end + END_OF_HEAD.length)
    this.#pieces = body.length > 0 ? [body] : [nothing]
    this.#missing = length - body.length
  }
}

/** The text of a request. Forms are what our API takes. */
export function requestText(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  authorization: string,
  form?: string,
): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAuthorization: ${authorization}\r\n`
  if (form === undefined) return `${head}\r\n`
  return `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`
}

/** The same as a promise, for what is not measured. */
export function ask(connection: RawConnection, text: string): Promise<{ status: number; body: Buffer }> {
  return new Promise((done) => connection.request(text, (status, body) => done({ status, body })))
}
