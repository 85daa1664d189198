import type { ChatCalls } from '../../generated/chat-api.ts'
import { t } from '../texts/texts.ts'
import { ApiFailure, Unreachable } from './api-failure.ts'
import { type Answer, readResponse, retryAfterOf, sendRequest, startRequest } from './send-request.ts'

export type ChatCall = keyof ChatCalls
export type ChatInput<Call extends ChatCall> = ChatCalls[Call]['input']
export type ChatOutput<Call extends ChatCall> = ChatCalls[Call]['output']

export interface CallOptions {
  signal?: AbortSignal
  /** an idempotency key: retries do not send it twice */
  idempotencyKey?: string
}

/** Proves to the server that a change comes from our own page; see the session endpoints. */
let csrfToken = ''

export function rememberCsrfToken(token: string): void {
  csrfToken = token
}

/** One call of the Chat Service API: `callChat('POST /messages', { ... })`. Refusals are thrown as ApiFailure. */
export async function callChat<Call extends ChatCall>(
  call: Call,
  input: ChatInput<Call>,
  options: CallOptions = {},
): Promise<ChatOutput<Call>> {
  const { status, headers, json } = await sendPatiently(...requestOf(call, input, options))
  return readAnswer(status, headers, json) as ChatOutput<Call>
}

/** A call whose response is a stream: resolves when that begins. */
export async function openChatStream<Call extends ChatCall>(
  call: Call,
  input: ChatInput<Call>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const response = await startRequest(...requestOf(call, input, options))
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && response.body && type.startsWith('text/event-stream')) return response.body
  const { status, headers, json } = await readResponse(response)
  readAnswer(status, headers, json)
  // A success that is not a stream is not from our server: it may be the sign-in page of a proxy.
  throw new Unreachable(t.ui.unreachable)
}

function requestOf<Call extends ChatCall>(
  call: Call,
  input: ChatInput<Call>,
  options: CallOptions,
): [path: string, init: RequestInit] {
  const [method, template] = call.split(' ') as [string, string]
  const fields: Record<string, unknown> = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  // Sent with every request: people who write here have read their own messages.
  const form = formOf({ ...fields, client: 'website' })
  const isGet = method === 'GET'
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: isGet ? {} : changeHeaders(options.idempotencyKey),
    ...(isGet ? {} : { body: form }),
    ...(options.signal && { signal: options.signal }),
  }
  return [`/api/v1${path}${isGet ? `?${form}` : ''}`, init]
}

const MOST_TRIES = 3
const LONGEST_WAIT_SECONDS = 15

/** After a rate limit, waits and retries without telling the user: a rejected request changed nothing. */
async function sendPatiently(path: string, init: RequestInit): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await sendRequest(path, init)
    const wait = retryAfterOf(answer.headers)
    if (answer.status !== 429 || wait === undefined || wait > LONGEST_WAIT_SECONDS || tries >= MOST_TRIES)
      return answer
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

export function changeHeaders(idempotencyKey?: string): Record<string, string> {
  return { 'x-csrftoken': csrfToken, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
}

export function readAnswer(status: number, headers: Headers, json: unknown): unknown {
  if (status < 300) return json
  const details = (json ?? {}) as Record<string, unknown>
  throw new ApiFailure(String(details.msg ?? `HTTP ${status}`), {
    status,
    code: String(details.code ?? ''),
    retryAfter: retryAfterOf(headers),
    details,
  })
}

function formOf(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}
