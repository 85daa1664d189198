import { ApiError, unreachable } from './api-error.ts'
import { backOffMs, pause } from './back-off.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How a client reaches its server. */
export interface Connection {
  /** `https://chat.example.com`; empty in a page of the server itself */
  server: string
  /** how often a request is repeated that is safe to repeat */
  retries: number
  fetch?: Fetch | undefined
  /** whether requests carry the cookies of the page */
  withCookies: boolean
}

export interface ApiRequest {
  method: string
  /** with the query */
  path: string
  headers: Record<string, string>
  body?: FormData | URLSearchParams | Blob | string | undefined
  signal?: AbortSignal | undefined
  fetch?: Fetch | undefined
  /** Executing it twice is the same as executing it once: it only reads, or has an Idempotency-Key. */
  isRepeatable: boolean
}

/** After a rate limit: a rejected request changed nothing, so that any may be repeated. */
const RETRIES_WHEN_LIMITED = 2
const MAX_WAIT_SECONDS = 15

/** Sends a request, repeats it if that is safe and can help, and reads the response. Throws ApiError. */
export async function sendRequest<Result>(
  connection: Connection,
  request: ApiRequest,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read(await startRequest(connection, request))
    } catch (error) {
      const waitMs = waitBeforeRetry(error, attempt, request, connection)
      if (request.signal?.aborted || waitMs === undefined) throw error
      await pause(waitMs, request.signal)
      request.signal?.throwIfAborted()
    }
  }
}

/** undefined: it is not repeated. */
function waitBeforeRetry(
  error: unknown,
  attempt: number,
  { isRepeatable }: ApiRequest,
  { retries }: Connection,
): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { retryAfter, status } = error
  const allowed = Math.max(isRepeatable ? retries : 0, status === 429 ? RETRIES_WHEN_LIMITED : 0)
  if (attempt >= allowed) return undefined
  if (error.isUnreachable) return backOffMs(attempt)
  return retryAfter !== undefined && retryAfter <= MAX_WAIT_SECONDS ? retryAfter * 1000 : undefined
}

/** Resolves when the response begins. */
async function startRequest(connection: Connection, request: ApiRequest): Promise<Response> {
  const send = request.fetch ?? connection.fetch ?? fetch
  const { method, headers, body, signal } = request
  const credentials = connection.withCookies ? 'same-origin' : 'omit'
  try {
    return await send(connection.server + request.path, {
      method,
      headers,
      credentials,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  } catch (error) {
    throw signal?.aborted ? error : unreachable()
  }
}
