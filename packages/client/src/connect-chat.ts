import { callAddress } from './call-address.ts'
import type { CallArguments, CallOptions, JsonCall } from './call-options.ts'
import type { ChatCalls } from './generated/chat-api.ts'
import { newRetryKey } from './new-retry-key.ts'
import { readBlob, readEventStream, readJson } from './read-response.ts'
import { type ApiRequest, type Connection, type Fetch, sendRequest } from './send-request.ts'

export type ChatCall = keyof ChatCalls
export type ChatInput<Call extends ChatCall> = ChatCalls[Call]['input']
export type ChatOutput<Call extends ChatCall> = ChatCalls[Call]['output']

export interface ChatOptions {
  /** `https://chat.example.com`; empty in a page of the server itself */
  server: string
  /** a user or bot */
  email?: string
  apiKey?: string
  /** instead of a key, in a page of the server: calls use its session */
  csrfToken?: () => string
  /** what messages name as the program that sent them */
  client?: string
  /** how often a request is repeated that is safe to repeat; 2 by default */
  retries?: number
  fetch?: Fetch
}

export interface ChatCallOptions extends CallOptions {
  /** what an incoming webhook carries */
  body?: unknown
}

export type Chat = ReturnType<typeof connectChat>

/** The calls of the Chat Service API, as a user or bot. */
export function connectChat(options: ChatOptions) {
  const { server, email, apiKey, csrfToken, client, retries = 2 } = options
  const connection: Connection = {
    server: server.replace(/\/$/, ''),
    retries,
    fetch: options.fetch,
    withCookies: csrfToken !== undefined,
  }
  const basic = apiKey === undefined ? undefined : `Basic ${base64(`${email}:${apiKey}`)}`

  function requestOf(
    call: string,
    input: object,
    { body, signal, idempotencyKey, fetch }: ChatCallOptions,
  ): ApiRequest {
    const { method, path, rest } = callAddress(call, input)
    const fields = { ...rest, ...(client !== undefined && { client }) }
    const isInQuery = method === 'GET' || body !== undefined
    const query = isInQuery ? String(urlEncoded(fields)) : ''
    // The only call that the server executes once for a key.
    const key = idempotencyKey ?? (call === 'POST /messages' && retries > 0 ? newRetryKey() : undefined)
    return {
      method,
      path: `/api/v1${path}${query && `?${query}`}`,
      headers: {
        ...(basic !== undefined && { authorization: basic }),
        ...(csrfToken && method !== 'GET' && { 'x-csrftoken': csrfToken() }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: body === undefined ? formOf(fields) : JSON.stringify(body) }),
      signal,
      fetch,
      isRepeatable: method === 'GET' || key !== undefined,
    }
  }

  return {
    /** `call('POST /messages', { type: 'stream', ... })`. A Blob or File among the arguments is uploaded. */
    async call<Call extends JsonCall<ChatCalls>>(
      call: Call,
      ...[input, options = {}]: CallArguments<ChatInput<Call>, [options?: ChatCallOptions]>
    ): Promise<ChatOutput<Call>> {
      return (await sendRequest(
        connection,
        requestOf(call, input ?? {}, options),
        readJson,
      )) as ChatOutput<Call>
    },
    /** A file of a message or a picture, by the path that the API gives: `/user_uploads/...`. */
    file(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Blob> {
      const headers = { ...(basic !== undefined && { authorization: basic }) }
      return sendRequest(connection, { method: 'GET', path, headers, signal, isRepeatable: true }, readBlob)
    },
    /** The response of `GET /events/stream`, once it begins. followEvents reads it. */
    openEventStream(
      input: ChatInput<'GET /events/stream'>,
      signal: AbortSignal,
    ): Promise<ReadableStream<Uint8Array>> {
      const request = requestOf('GET /events/stream', input, { signal })
      return sendRequest(connection, { ...request, isRepeatable: false }, readEventStream)
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function formOf(fields: Record<string, unknown>): FormData | URLSearchParams {
  const files = Object.entries(fields).filter(([, value]) => value instanceof Blob)
  if (files.length === 0) return urlEncoded(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, textOf(value))
  }
  return form
}

function urlEncoded(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value))
  return form
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
