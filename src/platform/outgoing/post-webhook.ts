import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { VERSION } from '../program.ts'
import { isPublicAddress, lookupPublic, PrivateAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

/** The outcome of a request. Without a status there was no response, and `error` says why. */
export interface Outcome {
  status: number | null
  /** the start of the response body */
  body: string
  error: string
}

export interface PostOptions {
  toPrivateNetworks: boolean
  /** how much of the response to keep */
  keptBytes: number
}

/** Redirects are not followed: only the tenant decides where its data goes. */
export function postWebhook(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
  { toPrivateNetworks, keptBytes }: PostOptions,
): Promise<Outcome> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!toPrivateNetworks && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.resolve(withoutResponse(new PrivateAddress(`${host} is inside the server's own network`)))
  }
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const request = send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Switchboard/${VERSION}`,
        ...headers,
      },
      agent: false,
      ...(!toPrivateNetworks && { lookup: lookupPublic as never }),
    })
    const timer = setTimeout(() => request.destroy(new Error('no response within 10 seconds')), TIMEOUT_MS)
    // A stopping server does not wait for others: deliveries without a confirmed response are sent again.
    timer.unref()
    request.once('socket', (socket) => socket.unref())
    request.once('error', (error) => {
      clearTimeout(timer)
      resolve(withoutResponse(error))
    })
    request.once('response', async (response) => {
      const start = await readStart(response, keptBytes)
      clearTimeout(timer)
      request.destroy()
      resolve({ status: response.statusCode ?? null, body: start, error: '' })
    })
    request.end(body)
  })
}

async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // The status has arrived; the body is only for people to read.
  }
  // PostgreSQL cannot store null characters in text.
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8').replaceAll('\0', '')
}

const withoutResponse = (error: Error): Outcome => ({
  status: null,
  body: '',
  error: error.message || (error as NodeJS.ErrnoException).code || 'the request failed',
})
