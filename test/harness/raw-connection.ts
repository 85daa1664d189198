import { connect, type Socket } from 'node:net'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** A bare TCP connection: bytes go out as given, and responses come back one by one. */
export class RawConnection {
  readonly socket: Socket
  #received = ''
  #wake: (() => void) | undefined
  isClosed = false

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.setEncoding('latin1')
    this.socket.on('data', (text: string) => {
      this.#received += text
      this.#wake?.()
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.isClosed = true
      this.#wake?.()
    })
  }

  send(text: string): this {
    this.socket.write(text, 'latin1')
    return this
  }

  async response(hasBody = true): Promise<RawResponse> {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      const head = this.#received.slice(0, end)
      const length = hasBody ? Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0
      if (end >= 0 && this.#received.length >= end + 4 + length) {
        const body = this.#received.slice(end + 4, end + 4 + length)
        this.#received = this.#received.slice(end + 4 + length)
        const [first, ...lines] = head.split('\r\n')
        const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
        return {
          status: Number(first!.split(' ')[1]),
          headers,
          body: Buffer.from(body, 'latin1').toString(),
        }
      }
      if (this.isClosed) throw new Error(`closed after ${JSON.stringify(this.#received)}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
