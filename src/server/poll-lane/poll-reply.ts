import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { LightReply } from '../light-reply.ts'

export interface Connection {
  /** the time, as the answer tells it */
  date: string
  keepSeconds: number
  /** this answer is the last one over this connection */
  isLast: boolean
}

/** An answer that is written to the connection itself, as Node would have written it. */
export class PollReply extends LightReply {
  readonly #socket: Socket
  readonly #connection: () => Connection

  constructor(socket: Socket, headers: OutgoingHttpHeaders, connection: () => Connection) {
    // Answers of polls are texts: nothing else asks for it.
    super(undefined as unknown as ServerResponse, headers)
    this.#socket = socket
    this.#connection = connection
  }

  override send(body: string): this {
    // The client may have gone while it waited.
    if (!this.#socket.writable) return this
    const { date, keepSeconds, isLast } = this.#connection()
    const headers = this.getHeaders()
    let head = `HTTP/1.1 ${this.statusCode} ${STATUS_CODES[this.statusCode]}\r\n`
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`
    head += `content-length: ${Buffer.byteLength(body)}\r\nDate: ${date}\r\n`
    head += isLast ? 'Connection: close' : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepSeconds}`
    const answer = `${head}\r\n\r\n${body}`
    if (isLast) this.#socket.end(answer)
    else this.#socket.write(answer)
    return this
  }
}
