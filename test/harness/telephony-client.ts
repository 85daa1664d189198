import type { FastifyInstance } from 'fastify'
import { validateTelephonyResponse } from './validate-telephony-response.ts'

export interface TelephonyAnswer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the schema validation is stricter than types
  body: any
  /** as it came, for what is not JSON */
  bytes: Buffer
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** Speaks to the telephony API as a client does: a company's key and the user who acts. */
export class TelephonyClient {
  readonly #app: FastifyInstance
  readonly headers: Record<string, string>

  constructor(app: FastifyInstance, headers: Record<string, string>) {
    this.#app = app
    this.headers = headers
  }

  /** The same caller with other headers; undefined takes one away. */
  with(headers: Record<string, string | undefined>): TelephonyClient {
    const merged = { ...this.headers, ...headers }
    const kept = Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return new TelephonyClient(this.#app, Object.fromEntries(kept))
  }

  get = (path: string, query: Record<string, string | number> = {}) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    ).toString()
    return this.call('GET', text === '' ? path : `${path}?${text}`)
  }
  post = (path: string, body?: unknown) => this.call('POST', path, body)
  put = (path: string, body?: unknown) => this.call('PUT', path, body)
  patch = (path: string, body?: unknown) => this.call('PATCH', path, body)
  delete = (path: string, body?: unknown) => this.call('DELETE', path, body)

  /** Every answer is checked against the schema of its operation. A string or buffer is sent as it is. */
  async call(
    method: Verb,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TelephonyAnswer> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await this.#app.inject({
      method,
      url,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    })
    const type = String(response.headers['content-type'] ?? '')
    const answer = {
      status: response.statusCode,
      headers: response.headers,
      body: /json/.test(type) && response.payload !== '' ? response.json() : undefined,
      bytes: response.rawPayload,
    }
    if (method !== 'HEAD' && method !== 'OPTIONS') validateTelephonyResponse(method, url, answer)
    return answer
  }
}
