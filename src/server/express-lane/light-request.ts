import type { IncomingHttpHeaders } from 'node:http'
import type { RequestBody } from '../../chat/http/raw-arguments.ts'
import type { Logger } from '../../platform/log.ts'
import type { Line } from './line.ts'

/** Either may be read already. */
export interface Arguments {
  query?: Record<string, unknown>
  body?: RequestBody
}

interface Asked extends Arguments {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** As much of the framework's request as endpoints without parts in their path look at. */
export class LightRequest {
  readonly id: string
  readonly log: Logger
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly query: Record<string, unknown>
  readonly body: RequestBody | undefined
  readonly params = {}
  readonly #line: Line

  constructor(line: Line, id: string, log: Logger, { method, url, headers, query, body }: Asked) {
    this.#line = line
    this.id = id
    this.log = log
    this.method = method
    this.url = url
    this.headers = headers
    this.query = query ?? {}
    this.body = body
  }

  get ip() {
    return this.#line.socket.remoteAddress
  }

  /** Whoever waits wants to know when the client has gone. */
  get raw() {
    return { once: (_event: 'close', call: () => void) => this.#line.whenLeft(call) }
  }
}
