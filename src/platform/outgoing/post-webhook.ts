import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { VERSION } from '../version.ts'
import { isPublicAddress, lookupPublic, PrivateAddress } from './public-address.ts'

const PATIENCE_MS = 10_000

/** What came of a call. Without a status nobody has answered, and `error` says why. */
export interface Outcome {
  status: number | null
  /** the beginning of what was answered */
  body: string
  error: string
}

export interface PostOptions {
  toPrivateNetworks: boolean
  /** how much of the answer is worth keeping */
  keptBytes: number
}

/** Redirects are not followed: where a tenant's data goes is for the tenant to say. */
export function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  { toPrivateNetworks, keptBytes }: PostOptions,
): Promise<Outcome> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!toPrivateNetworks && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.resolve(unanswered(new PrivateAddress(`${host} is inside the server's own network`)))
  }
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const call = send(target, {
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
    const timer = setTimeout(() => call.destroy(new Error('no answer within 10 seconds')), PATIENCE_MS)
    // A server that stops does not wait for others: what is not known to have arrived is sent again.
    timer.unref()
    call.once('socket', (socket) => socket.unref())
    call.once('error', (error) => {
      clearTimeout(timer)
      resolve(unanswered(error))
    })
    call.once('response', async (response) => {
      const beginning = await readBeginning(response, keptBytes)
      clearTimeout(timer)
      call.destroy()
      resolve({ status: response.statusCode ?? null, body: beginning, error: '' })
    })
    call.end(body)
  })
}

async function readBeginning(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
  } catch {
    // The status has come; the rest is only for people to read.
  }
  // A database cannot keep null characters in texts.
  return Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '')
}

const unanswered = (error: Error): Outcome => ({
  status: null,
  body: '',
  error: error.message || (error as NodeJS.ErrnoException).code || 'the call failed',
})
