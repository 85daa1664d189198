import type { TelephonyCalls } from '../../generated/telephony-api.ts'
import { ApiFailure } from './api-failure.ts'
import { type Answer, retryAfterOf, sendRequest } from './send-request.ts'

export type TelephonyCall = keyof TelephonyCalls
export type TelephonyInput<Call extends TelephonyCall> = TelephonyCalls[Call]['input']
export type TelephonyBody<Call extends TelephonyCall> = TelephonyCalls[Call]['body']
export type TelephonyOutput<Call extends TelephonyCall> = TelephonyCalls[Call]['output']

/** A key of the company with the id of a user or `primary`, or the session of a person. */
export type TelephonyCaller = KeyCaller | SessionCaller

export interface KeyCaller {
  kind: 'key'
  apiKey: string
  userId: string
}

export interface SessionCaller {
  kind: 'session'
  csrfToken: string
  /** the user whom the owner acts as; undefined: oneself */
  userId: string | undefined
}

export interface Page<Item> {
  items: Item
  page: number
  pages: number
  total: number
}

/** One fault in a rejected body: where it is, and what is wrong. */
export interface Fault {
  pointer: string
  detail: string
}

export type TelephonyClient = ReturnType<typeof createTelephonyClient>

/** The telephony API as one person uses it. */
export function createTelephonyClient(caller: TelephonyCaller) {
  const headers = headersOf(caller)

  async function ask(
    call: string,
    input: Record<string, unknown>,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const [method, path] = addressOf(call, input)
    const answer = await sendRequest(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (answer.status >= 300) throw failureOf(answer)
    return answer
  }

  return {
    caller,
    /** for calls that cannot be made here: uploads */
    headers,
    async call<Call extends TelephonyCall>(
      call: Call,
      input: TelephonyInput<Call>,
      body?: TelephonyBody<Call>,
      signal?: AbortSignal,
    ): Promise<TelephonyOutput<Call>> {
      return (await ask(call, input, body, signal)).json as TelephonyOutput<Call>
    },
    /** A list of which the server sends one page. */
    async page<Call extends TelephonyCall>(
      call: Call,
      input: TelephonyInput<Call>,
      signal?: AbortSignal,
    ): Promise<Page<TelephonyOutput<Call>>> {
      const { headers: given, json } = await ask(call, input, undefined, signal)
      const count = (name: string, otherwise: number) =>
        Number(given.get(`x-pagination-${name}`) ?? otherwise)
      return {
        items: json as TelephonyOutput<Call>,
        page: count('current-page', 1),
        pages: count('page-count', 1),
        total: count('total-count', Array.isArray(json) ? json.length : 0),
      }
    },
    /** A document or picture, which a plain link could not ask for: it needs the key. */
    async file(path: string, signal?: AbortSignal): Promise<Blob> {
      const response = await fetch(path, { headers, ...(signal && { signal }) })
      if (!response.ok) {
        const json = await response.json().catch(() => undefined)
        throw failureOf({ status: response.status, headers: response.headers, json })
      }
      return response.blob()
    },
  }
}

const headersOf = (caller: TelephonyCaller): Record<string, string> =>
  caller.kind === 'key'
    ? { authorization: `Bearer ${caller.apiKey}`, 'x-user-id': caller.userId }
    : { 'x-csrftoken': caller.csrfToken, ...(caller.userId !== undefined && { 'x-user-id': caller.userId }) }

export function failureOf({ status, headers, json }: Answer): ApiFailure {
  const details = (json ?? {}) as Record<string, unknown>
  const text = String(details.detail ?? details.title ?? `HTTP ${status}`)
  return new ApiFailure(text, { status, retryAfter: retryAfterOf(headers), details })
}

/** The faults of a rejected body, by field. */
export function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof ApiFailure) || !Array.isArray(error.details.errors)) return []
  return error.details.errors as Fault[]
}

/** Names in the path are taken from the input; the rest is the query. */
function addressOf(call: string, input: Record<string, unknown>): [method: string, path: string] {
  const [method, template] = call.split(' ') as [string, string]
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return [method, query.size > 0 ? `${path}?${query}` : path]
}
