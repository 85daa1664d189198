import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type BodyInPieces, bytesOf } from '../../chat/http/envelope.ts'

export interface Connection {
  /** the time, as the answer tells it */
  date: string
  keepSeconds: number
  /** this answer is the last one over this connection */
  isLast: boolean
}

/**
 * As much of the framework's reply as answers and errors need, written to the connection itself, as Node would have
 * written it.
 */
export class LineReply {
  statusCode = 200
  readonly #socket: Socket
  readonly #headers: OutgoingHttpHeaders
  readonly #connection: () => Connection

  constructor(socket: Socket, headers: OutgoingHttpHeaders, connection: () => Connection) {
    this.#socket = socket
    this.#headers = headers
    this.#connection = connection
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  header(name: string, value: string | number): this {
    this.#headers[name] = value
    return this
  }

  type(contentType: string): this {
    return this.header('content-type', contentType)
  }

  send(body: string): this {
    // The client may have gone while it waited.
    if (!this.#socket.writable) return this
    const connection = this.#connection()
    this.#socket.write(this.#head(Buffer.byteLength(body), connection) + body)
    if (connection.isLast) this.#socket.end()
    return this
  }

  /** All of them go to the kernel at once, with the headers. */
  sendPieces(body: BodyInPieces): this {
    const socket = this.#socket
    if (!socket.writable) return this
    const connection = this.#connection()
    socket.cork()
    socket.write(Buffer.from(this.#head(bytesOf(body), connection) + body.start))
    for (const piece of body.pieces) socket.write(piece)
    socket.write(Buffer.from(body.end))
    socket.uncork()
    if (connection.isLast) socket.end()
    return this
  }

  #head(length: number, { date, keepSeconds, isLast }: Connection): string {
    const headers = this.#headers
    let head = `HTTP/1.1 ${this.statusCode} ${STATUS_CODES[this.statusCode]}\r\n`
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`
    head += `content-length: ${length}\r\nDate: ${date}\r\n`
    head += isLast ? 'Connection: close' : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepSeconds}`
    return `${head}\r\n\r\n`
  }
}
