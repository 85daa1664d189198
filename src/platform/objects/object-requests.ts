import { hash } from 'node:crypto'
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import aws4 from 'aws4'
import type { Logger } from '../logging/log.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'

/** The store does not respond, refuses us or has no room. `code` makes the response of a request 503 or 507. */
export class ObjectStoreFailed extends Error {
  readonly code: 'S3_AWAY' | 'S3_FULL'
  readonly reason: string

  constructor(reason: string, code: 'S3_AWAY' | 'S3_FULL' = 'S3_AWAY') {
    super(`the file store failed: ${reason}`)
    this.code = code
    this.reason = reason
  }
}

export interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** undefined: the bucket itself */
  key?: string | undefined
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

export interface ObjectRequests {
  /**
   * Resolves with the response, whose body the caller reads or drops: a success, or 404. Tries again for a moment before
   * it throws ObjectStoreFailed.
   */
  send(request: ObjectRequest): Promise<IncomingMessage>
  /** An address that lets anybody read an object for some seconds. undefined: browsers cannot reach the store. */
  sign(key: string, seconds: number, query: Record<string, string>): string | undefined
  /** Whether the last request was answered. */
  readonly isUp: boolean
}

/** Between the tries. Someone waits for the response. */
const RETRY_AFTER_MS = [150, 600]
const TIMEOUT_MS = 15_000
const MAX_ERROR_BYTES = 4096

/**
 * Sends signed requests (AWS Signature Version 4), with the name of the bucket in the path. `retryAfterMs`: the pauses
 * before each further try.
 */
export function createObjectRequests(
  settings: ObjectStoreSettings,
  log: Logger,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): ObjectRequests {
  const { endpoint, publicEndpoint } = settings
  const isSecure = endpoint.startsWith('https:')
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 64 })
  let isUp = true

  function attempt(request: ObjectRequest): Promise<IncomingMessage> {
    const { method, body } = request
    const url = new URL(endpoint + pathOf(settings, request.key, request.query))
    const headers: OutgoingHttpHeaders = {
      ...request.headers,
      Host: url.host,
      'X-Amz-Content-Sha256': hash('sha256', body ?? '', 'hex'),
      ...((body || method === 'PUT' || method === 'POST') && { 'Content-Length': body?.length ?? 0 }),
    }
    const path = url.pathname + url.search
    const signed = aws4.sign({ method, path, headers, ...scopeOf(settings) }, credentialsOf(settings))
    return new Promise((resolve, reject) => {
      const options = { method, agent, headers: signed.headers as OutgoingHttpHeaders, timeout: TIMEOUT_MS }
      const sent = (isSecure ? requestHttps : requestHttp)(url, options)
      sent.once('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)))
      sent.once('error', reject)
      sent.once('response', resolve)
      sent.end(body)
    })
  }

  function note(problem: string | undefined): void {
    if (problem !== undefined && isUp) {
      log.error(
        { reason: problem },
        'the file store does not work; uploads and downloads get 503 until it does',
      )
    } else if (problem === undefined && !isUp) log.info('the file store works again')
    isUp = problem === undefined
  }

  return {
    async send(request) {
      for (let tries = 0; ; tries += 1) {
        const response = await attempt(request).catch((error: Error) => error)
        const isAnswer = !(response instanceof Error)
        if (isAnswer && (isSuccess(response) || response.statusCode === 404)) {
          // Without the bucket, nothing is stored anywhere: that is no missing object.
          const reason =
            isSuccess(response) || request.key === undefined ? '' : await missing(request, response)
          if (!reason.includes('NoSuchBucket')) {
            note(undefined)
            return response
          }
          note(reason)
          throw new ObjectStoreFailed(reason)
        }
        const reason = isAnswer ? await describe(response) : reasonOf(response)
        const pause = retryAfterMs[tries]
        const mayPass = !isAnswer || response.statusCode! >= 500 || response.statusCode === 429
        if (mayPass && pause !== undefined) {
          await wait(pause)
          continue
        }
        note(reason)
        throw new ObjectStoreFailed(reason, isFull.test(reason) ? 'S3_FULL' : 'S3_AWAY')
      }
    },
    sign(key, seconds, query) {
      if (publicEndpoint === undefined) return undefined
      const url = new URL(
        publicEndpoint + pathOf(settings, key, { 'X-Amz-Expires': String(seconds), ...query }),
      )
      const path = url.pathname + url.search
      const headers = { Host: url.host }
      const signed = aws4.sign(
        { method: 'GET', path, headers, signQuery: true, ...scopeOf(settings) },
        credentialsOf(settings),
      )
      return url.origin + signed.path!
    },
    get isUp() {
      return isUp
    },
  }
}

const scopeOf = ({ region }: ObjectStoreSettings) => ({ service: 's3', region })

const credentialsOf = ({ accessKey, secretKey }: ObjectStoreSettings) => ({
  accessKeyId: accessKey,
  secretAccessKey: secretKey,
})

/** Encoded once, in the way that is signed. */
function pathOf(
  { bucket }: ObjectStoreSettings,
  key: string | undefined,
  query: Record<string, string> = {},
): string {
  const path = key === undefined ? '' : `/${key.split('/').map(encode).join('/')}`
  const parameters = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `/${encode(bucket)}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const isSuccess = ({ statusCode }: IncomingMessage) => statusCode! >= 200 && statusCode! < 300

/** The reason for 404. The response of HEAD does not say it. */
async function missing({ method }: ObjectRequest, response: IncomingMessage): Promise<string> {
  if (method !== 'HEAD') return describe(response)
  response.resume()
  return ''
}

const isFull = /QuotaExceeded|StorageFull|InsufficientStorage/

/** What the operator should read: the code and the message of the store. */
async function describe(response: IncomingMessage): Promise<string> {
  const text = await readText(response, MAX_ERROR_BYTES)
  const [code, message] = ['Code', 'Message'].map((name) => elementOf(text, name))
  return [response.statusCode, code, message].filter(Boolean).join(' ')
}

function reasonOf(error: Error): string {
  return error.message || (error as NodeJS.ErrnoException).code || 'no connection'
}

/** The text of the first element of that name. */
export function elementOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`)
  const end = xml.indexOf(`</${name}>`, start)
  return start < 0 || end < 0 ? undefined : xml.slice(start + name.length + 2, end)
}

export async function readText(response: IncomingMessage, maxBytes = 16 * 2 ** 20): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new ObjectStoreFailed(reasonOf(error as Error))
  }
  return Buffer.concat(chunks).toString('utf8')
}
