import { connect, type Socket } from 'node:net'

/** The status and the body of a response, in the pieces in which it came. */
export type Responded = (status: number, body: readonly Buffer[]) => void

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LENGTH = 'content-length: '
/** In place of a status, when the connection ended before the response. */
export const LOST = 0

/** The server limits the connections of one address, and people have several: all of these are this machine. */
const ADDRESSES = 16
let opened = 0

function open(port: number): Socket {
  opened += 1
  const localAddress = `127.0.0.${1 + (opened % ADDRESSES)}`
  return connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
}

/**
 * HTTP/1.1 over one socket, one request at a time, and no more of it than a load generator needs: it shares the
 * machine with the server.
 */
export class HttpConnection {
  readonly #socket: Socket
  readonly #onLost: (error: Error) => void
  #responded: Responded | undefined
  #pieces: Buffer[] = []
  /** bytes of the body that are still to come; -1: the head is not complete */
  #missing = -1
  #status = 0
  #isClosed = false

  constructor(port: number, onLost: (error: Error) => void = fail) {
    this.#onLost = onLost
    this.#socket = open(port)
    this.#socket.on('data', (piece) => this.#read(piece))
    this.#socket.on('error', (error) => this.#lose(error))
    this.#socket.on('close', () => this.#lose(new Error('The server closed a connection.')))
  }

  /** A server closes idle connections: that is not an error. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  request(text: string, responded: Responded): void {
    this.#responded = responded
    this.#socket.write(text, 'latin1')
  }

  /** The same as a promise, for what is not measured. */
  ask(text: string): Promise<{ status: number; body: string }> {
    return new Promise((done) =>
      this.request(text, (status, body) => done({ status, body: Buffer.concat(body).toString() })),
    )
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #lose(error: Error): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const responded = this.#responded
    if (!responded) return
    this.#responded = undefined
    this.#onLost(error)
    responded(LOST, [Buffer.from(error.message)])
  }

  #read(piece: Buffer): void {
    if (this.#missing < 0) this.#readHead(piece)
    else {
      this.#pieces.push(piece)
      this.#missing -= piece.length
    }
    if (this.#missing !== 0) return
    const pieces = this.#pieces
    const responded = this.#responded
    this.#pieces = []
    this.#missing = -1
    this.#responded = undefined
    responded?.(this.#status, pieces)
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
    if (at < 0) throw new Error(`A response without a length: ${head}`)
    const body = bytes.subarray(end + END_OF_HEAD.length)
    this.#pieces = [body]
    this.#missing = Number.parseInt(head.slice(at + LENGTH.length), 10) - body.length
  }
}

interface Request {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  /** a form; for JSON, the headers say so */
  body?: string
}

/** A request as it goes over the wire. */
export function requestText({ method = 'GET', path, headers, body }: Request): string {
  const all = {
    host: 'localhost',
    'user-agent': 'bench',
    ...(body !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

const END_OF_EVENT = '\n\n'
const SUCCESS = 'HTTP/1.1 200'

interface StreamListener {
  /** whole events, with the chunk frames between them */
  received(text: string): void
  lost(error: Error): void
}

/** A response of server-sent events over one socket. */
export class EventStream {
  readonly #socket: Socket
  readonly #listener: StreamListener
  /** resolves when the response has begun, or when the connection is lost before */
  readonly opened: Promise<void>
  #open: () => void = () => {}
  #unfinished = ''
  #isOpen = false
  #isClosed = false

  constructor(port: number, request: string, listener: StreamListener) {
    this.#listener = listener
    this.#socket = open(port)
    this.#socket.setEncoding('latin1')
    this.#socket.write(request, 'latin1')
    this.#socket.on('error', (error) => this.#lose(error))
    this.#socket.on('close', () => this.#lose(new Error('The server closed a stream.')))
    this.#socket.on('data', (piece) => this.#read(String(piece)))
    this.opened = new Promise((opened) => {
      this.#open = opened
    })
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #lose(error: Error): void {
    if (this.#isClosed) return
    this.close()
    this.#listener.lost(error)
    this.#open()
  }

  #read(piece: string): void {
    const text = this.#unfinished + piece
    const end = text.lastIndexOf(END_OF_EVENT)
    this.#unfinished = end < 0 ? text : text.slice(end + END_OF_EVENT.length)
    if (this.#isOpen) {
      if (end >= 0) this.#listener.received(text.slice(0, end))
      return
    }
    if (text.length >= SUCCESS.length && !text.startsWith(SUCCESS)) {
      this.#lose(new Error(`A stream was refused: ${text.slice(0, 500)}`))
      return
    }
    if (end < 0) return
    this.#isOpen = true
    this.#open()
  }
}

export function fail(error: Error): never {
  throw error
}
