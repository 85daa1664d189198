import { request } from 'node:http'
import { type ApiClient, encode } from './api-client.ts'

export interface StreamEnd {
  reason: string
  msg: string
  code?: string
  queue_id?: string
}

interface Opening {
  queue_id?: string
  last_event_id?: number
  /** the Last-Event-ID header */
  resume?: string
  headers?: Record<string, string>
}

/** Reads GET /events/stream as a browser's EventSource does. */
export class StreamClient {
  status = 0
  headers: Record<string, unknown> = {}
  /** the whole body as it came */
  text = ''
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  readonly events: any[] = []
  /** what the `id:` lines said */
  readonly ids: number[] = []
  end: StreamEnd | undefined
  isClosed = false
  readonly #close: () => void
  readonly #pause: (paused: boolean) => void
  #rest = ''

  /** Resolves when the response has begun; with an error it has ended, too. */
  static open(url: string, client: ApiClient, { resume, headers, ...query }: Opening): Promise<StreamClient> {
    const { email, key } = client.credentials ?? { email: '', key: '' }
    const call = request(`${url}/api/v1/events/stream?${encode(query)}`, {
      agent: false,
      headers: {
        ...(client.credentials && {
          authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
        }),
        ...client.headers,
        ...(resume !== undefined && { 'last-event-id': resume }),
        ...headers,
      },
    }).end()
    return new Promise((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => {
        const pause = (paused: boolean) => void (paused ? response.pause() : response.resume())
        const stream = new StreamClient(() => call.destroy(), pause)
        stream.status = response.statusCode!
        stream.headers = response.headers
        response.setEncoding('utf8')
        response.on('data', (text: string) => stream.#read(text))
        response.on('error', () => {})
        response.on('close', () => {
          stream.isClosed = true
          if (stream.status !== 200) resolve(stream)
        })
        if (stream.status === 200) resolve(stream)
      })
    })
  }

  constructor(close: () => void, pause: (paused: boolean) => void) {
    this.#close = close
    this.#pause = pause
  }

  get body() {
    return JSON.parse(this.text)
  }

  get last(): number {
    return this.ids.at(-1) ?? -1
  }

  close(): void {
    this.#close()
  }

  pause(paused = true): void {
    this.#pause(paused)
  }

  #read(text: string): void {
    this.text += text
    if (this.status !== 200) return
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
      if (fields.event === 'end') this.end = JSON.parse(fields.data)
      else if (fields.data !== undefined) {
        this.ids.push(Number(fields.id))
        this.events.push(JSON.parse(fields.data))
      }
    }
  }
}
