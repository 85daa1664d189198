import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { RequestBody } from '../chat/http/raw-arguments.ts'
import type { Logger } from '../platform/log.ts'

/** As much of the framework's request as endpoints without parts in their path look at. */
export class LightRequest {
  readonly raw: IncomingMessage
  readonly id: string
  readonly log: Logger
  readonly query: Record<string, unknown>
  readonly body: RequestBody | undefined
  readonly params = {}

  constructor(
    raw: IncomingMessage,
    id: string,
    log: Logger,
    { query, body }: { query?: Record<string, unknown>; body?: RequestBody },
  ) {
    this.raw = raw
    this.id = id
    this.log = log
    this.query = query ?? {}
    this.body = body
  }

  get headers() {
    return this.raw.headers
  }

  get method() {
    return this.raw.method
  }

  get url() {
    return this.raw.url
  }

  get ip() {
    return this.raw.socket.remoteAddress
  }
}

/** As much of the framework's reply as answers and errors need. */
export class LightReply {
  readonly raw: ServerResponse
  statusCode = 200
  readonly #headers: OutgoingHttpHeaders

  constructor(raw: ServerResponse, headers: OutgoingHttpHeaders) {
    this.raw = raw
    this.#headers = headers
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

  getHeaders(): OutgoingHttpHeaders {
    return this.#headers
  }

  /** Nobody else answers. */
  hijack(): this {
    return this
  }

  send(body: string): this {
    this.header('content-length', Buffer.byteLength(body))
    this.raw.writeHead(this.statusCode, this.#headers)
    this.raw.end(body)
    return this
  }
}
