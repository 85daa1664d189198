import type { Readable } from 'node:stream'

/** A response other than a JSON value with the declared status. */
export class HttpResponse {
  readonly body: object | string | Buffer | Readable | undefined
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  /** A string is serialized JSON, unless the headers name another content-type. */
  constructor(
    body: HttpResponse['body'],
    { status, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}
