import { callAddress } from './call-address.ts'
import type { BlobCall, CallArguments, CallOptions, JsonCall } from './call-options.ts'
import { postsWithoutKey, type TelephonyCalls } from './generated/telephony-api.ts'
import { newRetryKey } from './new-retry-key.ts'
import { readBlob, readJson } from './read-response.ts'
import { type ApiRequest, type Connection, type Fetch, sendRequest } from './send-request.ts'

export type TelephonyCall = keyof TelephonyCalls
export type TelephonyInput<Call extends TelephonyCall> = TelephonyCalls[Call]['input']
export type TelephonyBody<Call extends TelephonyCall> = TelephonyCalls[Call]['body']
export type TelephonyOutput<Call extends TelephonyCall> = TelephonyCalls[Call]['output']

export interface TelephonyOptions {
  /** `https://phones.example.com`; empty in a page of the server itself */
  server: string
  /** a key of the company */
  apiKey?: string
  /** instead of a key, in a page of the server: calls use its session */
  csrfToken?: string
  /** who acts: the id of a user, or `primary` for the owner of the company */
  userId?: string | undefined
  /** how often a request is repeated that is safe to repeat; 2 by default */
  retries?: number
  fetch?: Fetch
}

export interface Page<Items> {
  items: Items
  page: number
  pages: number
  total: number
}

export type TelephonyClient = ReturnType<typeof connectTelephony>

/** The calls of the Telephony Self-Service API, as one user of a company. */
export function connectTelephony(options: TelephonyOptions) {
  const { apiKey, csrfToken, userId, retries = 2 } = options
  const connection: Connection = {
    server: options.server.replace(/\/$/, ''),
    retries,
    fetch: options.fetch,
    withCookies: csrfToken !== undefined,
  }
  const credentials = {
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(csrfToken !== undefined && { 'x-csrftoken': csrfToken }),
    ...(userId !== undefined && { 'x-user-id': userId }),
  }

  function send<Result>(
    call: string,
    input: object,
    body: unknown,
    { signal, idempotencyKey, fetch }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { method, path, rest } = callAddress(call, input)
    const query = String(queryOf(rest))
    const takesKey = method === 'POST' && !postsWithoutKey.includes(call)
    const key = idempotencyKey ?? (takesKey && retries > 0 ? newRetryKey() : undefined)
    const request: ApiRequest = {
      method,
      path: query ? `${path}?${query}` : path,
      headers: {
        ...credentials,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(isJson(body) && { 'content-type': 'application/json' }),
      },
      body: isJson(body) ? JSON.stringify(body) : (body as FormData | Blob | string | undefined),
      signal,
      fetch,
      isRepeatable: method === 'GET' || key !== undefined,
    }
    return sendRequest(connection, request, read)
  }

  return {
    /** `call('POST /company/locations', {}, { name: 'Berlin' })`: what the path and the query need, then the body. */
    async call<Call extends JsonCall<TelephonyCalls>>(
      call: Call,
      ...[input, body, options = {}]: CallArguments<
        TelephonyInput<Call>,
        [body?: TelephonyBody<Call>, options?: CallOptions]
      >
    ): Promise<TelephonyOutput<Call>> {
      return (await send(call, input ?? {}, body, options, readJson)) as TelephonyOutput<Call>
    },
    /** A list of which the server sends one page. */
    page<Call extends JsonCall<TelephonyCalls>>(
      call: Call,
      ...[input, options = {}]: CallArguments<TelephonyInput<Call>, [options?: CallOptions]>
    ): Promise<Page<TelephonyOutput<Call>>> {
      return send(call, input ?? {}, undefined, options, async (response) => {
        const items = (await readJson(response)) as TelephonyOutput<Call>
        const count = (name: string, otherwise: number) =>
          Number(response.headers.get(`x-pagination-${name}`) ?? otherwise)
        return {
          items,
          page: count('current-page', 1),
          pages: count('page-count', 1),
          total: count('total-count', Array.isArray(items) ? items.length : 0),
        }
      })
    },
    /** The bytes of a file or fax: `download('GET /files/{file_id}/download', { file_id })`. */
    download<Call extends BlobCall<TelephonyCalls>>(
      call: Call,
      ...[input, options = {}]: CallArguments<TelephonyInput<Call>, [options?: CallOptions]>
    ): Promise<Blob> {
      return send(call, input ?? {}, undefined, options, readBlob)
    },
    /** A file by the path that the API gives. */
    file(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Blob> {
      const request = { method: 'GET', path, headers: credentials, signal, isRepeatable: true }
      return sendRequest(connection, request, readBlob)
    },
  }
}

/** A form, a file and a text are sent as they are. */
const isJson = (body: unknown) =>
  body !== undefined && typeof body !== 'string' && !(body instanceof Blob) && !(body instanceof FormData)

function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return query
}
