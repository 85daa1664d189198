import { t } from '../texts/texts.ts'
import { Unreachable } from './api-failure.ts'

export interface Answer {
  status: number
  headers: Headers
  /** undefined: not JSON */
  json: unknown
}

/** Statuses that a proxy returns while the server is down. */
const unreachable = new Set([502, 503, 504])

export async function sendRequest(path: string, init: RequestInit): Promise<Answer> {
  return readResponse(await startRequest(path, init))
}

/** Resolves when the response begins. */
export async function startRequest(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unreachable(t.ui.unreachable)
  }
}

export async function readResponse(response: Response): Promise<Answer> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  if (unreachable.has(response.status) && !isJson) throw new Unreachable(t.ui.unreachable)
  let json: unknown
  try {
    json = isJson ? await response.json() : undefined
  } catch {
    throw new Unreachable(t.ui.unreachable)
  }
  return { status: response.status, headers: response.headers, json }
}

export function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
