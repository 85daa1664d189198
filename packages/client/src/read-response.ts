import { ApiError, unreachable } from './api-error.ts'

/** Statuses that a proxy returns while the server is down. */
const ofProxies = new Set([502, 503, 504])

const typeOf = (response: Response) => response.headers.get('content-type') ?? ''

export async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw await readError(response)
  return bodyOf(response)
}

/** Bytes, whatever their type. */
export async function readBlob(response: Response): Promise<Blob> {
  if (!response.ok) throw await readError(response)
  try {
    return await response.blob()
  } catch {
    throw unreachable()
  }
}

/** A response that stays open. */
export async function readEventStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok) throw await readError(response)
  // A success that is not a stream is not from our server: it may be the sign-in page of a proxy.
  if (!response.body || !typeOf(response).startsWith('text/event-stream')) throw unreachable()
  return response.body as ReadableStream<Uint8Array>
}

/** undefined: not JSON */
async function bodyOf(response: Response): Promise<unknown> {
  const isJson = /[/+]json/.test(typeOf(response))
  if (ofProxies.has(response.status) && !isJson) throw unreachable()
  try {
    return isJson ? await response.json() : undefined
  } catch {
    throw unreachable()
  }
}

/** The chat has `code` and `msg`. The telephony has problems (RFC 9457), whose title becomes the code: `NOT_FOUND`. */
async function readError(response: Response): Promise<ApiError> {
  const { status } = response
  const details = ((await bodyOf(response)) ?? {}) as Record<string, unknown>
  const title = String(details.title ?? '')
  return new ApiError(String(details.msg ?? details.detail ?? (title || `HTTP ${status}`)), {
    status,
    code: String(details.code ?? title.toUpperCase().replaceAll(' ', '_')),
    retryAfter: retryAfterOf(response.headers),
    details,
  })
}

function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
