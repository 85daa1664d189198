import type { FastifyInstance } from 'fastify'
import { formOf } from './form-of.ts'
import { validateResponse } from './validate-response.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; the schema validation is stricter than types
export type Answer = { status: number; headers: Record<string, unknown>; body: any }

export type Arguments = Record<string, unknown>

export interface Credentials {
  email: string
  key: string
}

/** Speaks to the API as a client of the family does: forms, JSON in the lists, Basic authentication. */
export class ApiClient {
  readonly #app: FastifyInstance
  readonly credentials: Credentials | undefined
  readonly headers: Record<string, string>

  constructor(app: FastifyInstance, credentials?: Credentials, headers: Record<string, string> = {}) {
    this.#app = app
    this.credentials = credentials
    this.headers = headers
  }

  /** The same person with other headers. */
  with(headers: Record<string, string>): ApiClient {
    return new ApiClient(this.#app, this.credentials, { ...this.headers, ...headers })
  }

  get = (path: string, args: Arguments = {}) => this.call('GET', path, args)
  post = (path: string, args: Arguments = {}) => this.call('POST', path, args)
  patch = (path: string, args: Arguments = {}) => this.call('PATCH', path, args)
  put = (path: string, args: Arguments = {}) => this.call('PUT', path, args)
  delete = (path: string, args: Arguments = {}) => this.call('DELETE', path, args)

  /** A multipart form, as browsers send files. */
  async upload(
    path: string,
    fields: Parameters<typeof formOf>[0],
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<Answer> {
    const { body, headers } = await formOf(fields)
    return this.raw({ method, url: path, payload: body, headers })
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    args: Arguments = {},
  ): Promise<Answer> {
    const form = encode(args)
    const inQuery = method === 'GET'
    return this.raw({
      method,
      url: inQuery && form !== '' ? `${path}?${form}` : path,
      ...(!inQuery && { payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    })
  }

  /** For what the encoding above cannot say. The answer is checked against the endpoint's schema. */
  async raw(request: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
    url: string
    payload?: string | Buffer
    headers?: Record<string, string>
  }): Promise<Answer> {
    const response = await this.#app.inject({
      method: request.method,
      url: `/api/v1${request.url}`,
      ...(request.payload !== undefined && { payload: request.payload }),
      headers: {
        'user-agent': 'switchboard-test/1.0',
        ...this.#authorization(),
        ...this.headers,
        ...request.headers,
      },
    })
    // Whatever a test is about: nothing that a client sends may end in our own failure.
    if (response.statusCode === 500)
      throw new Error(`500 for ${request.method} ${request.url}: ${response.body}`)
    const answer = { status: response.statusCode, headers: response.headers, body: undefined as unknown }
    const isRedirect = answer.status >= 300 && answer.status < 400
    if (request.method !== 'HEAD' && request.method !== 'OPTIONS' && !isRedirect) {
      answer.body = response.json()
      validateResponse(request.method, request.url.split('?', 1)[0]!, answer.status, answer.body)
    }
    return answer
  }

  #authorization(): Record<string, string> {
    if (!this.credentials) return {}
    const { email, key } = this.credentials
    return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
  }
}

/** Lists, dictionaries and truth values are JSON on the wire. */
export function encode(args: Arguments): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form.toString()
}
