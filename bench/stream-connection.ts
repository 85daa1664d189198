import { connect, type Socket } from 'node:net'

const END_OF_EVENT = '\n\n'
const SUCCESS = 'HTTP/1.1 200'

interface Listener {
  /** whole events, as they came; what frames the chunks stands between them */
  received(text: string): void
  lost(error: Error): void
}

/** A response of server-sent events over one socket. It reads no more of it than a load generator needs. */
export class StreamConnection {
  readonly #socket: Socket
  readonly #listener: Listener
  /** resolves when the server has answered and written the first lines, or when the connection is lost before */
  readonly opened: Promise<void>
  #open: () => void = () => {}
  #unfinished = ''
  #isOpen = false
  #isClosed = false

  constructor(port: number, request: string, listener: Listener) {
    this.#listener = listener
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.write(request, 'latin1')
    this.#socket.on('error', (error) => this.#lose(error))
    this.#socket.on('close', () => this.#lose(new Error('the server closed a stream')))
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
      this.#lose(new Error(`a stream was refused: ${text.slice(0, 500)}`))
      return
    }
    if (end < 0) return
    this.#isOpen = true
    this.#open()
  }
}
