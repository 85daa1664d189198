import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { VERSION } from '../program.ts'
import { beginSpan } from '../telemetry/spans.ts'
import { isPublicAddress, lookupPublic, PrivateAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

export interface OutgoingRequest {
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  toPrivateNetworks: boolean
  /** how much of the response to keep */
  keptBytes: number
  timeoutMs?: number
}

export interface OutgoingResponse {
  status: number
  headers: IncomingHttpHeaders
  /** the start of the body */
  body: Buffer
  /** false: the body is longer, or it broke off */
  isComplete: boolean
}

/** A request to an address that somebody else chose. Redirects are not followed: only the tenant decides where its data goes. */
export function sendRequest(
  url: string,
  { method, headers, body, toPrivateNetworks, keptBytes, timeoutMs = TIMEOUT_MS }: OutgoingRequest,
): Promise<OutgoingResponse> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!toPrivateNetworks && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.reject(new PrivateAddress(`${host} is inside the server's own network`))
  }
  const span = beginSpan('client')
  const end = (status?: number) =>
    span?.end(
      `${method} ${target.hostname}`,
      {
        'http.request.method': method,
        'server.address': target.hostname,
        'http.response.status_code': status,
      },
      status === undefined || status >= 500,
    )
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(target, {
      method,
      headers: {
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': `Switchboard/${VERSION}`,
        ...headers,
      },
      agent: false,
      ...(!toPrivateNetworks && { lookup: lookupPublic as never }),
    })
    const timer = setTimeout(
      () => request.destroy(new Error(`no response within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    )
    // A stopping server does not wait for others.
    timer.unref()
    request.once('socket', (socket) => socket.unref())
    request.once('error', (error) => {
      clearTimeout(timer)
      end()
      reject(error)
    })
    request.once('response', async (response) => {
      const start = await readStart(response, keptBytes)
      clearTimeout(timer)
      request.destroy()
      end(response.statusCode)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, ...start })
    })
    request.end(body)
  })
}

async function readStart(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutgoingResponse, 'body' | 'isComplete'>> {
  const chunks: Buffer[] = []
  let size = 0
  let isComplete = true
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch {
    isComplete = false
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isComplete: isComplete && size <= maxBytes }
}
