import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a signed webhook, as defined by Standard Webhooks. */
export interface WebhookHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

export interface SignedWebhook {
  /** header names in lower case, as Node returns them */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** the raw body: parsing and serialising it again would change it */
  readonly body: string | Buffer
}

/** The signature is wrong or expired. */
export class WebhookRefused extends Error {}

const TOLERANCE_MS = 5 * 60_000
const MAX_SIGNATURES = 10

/** `id` identifies the message: it stays the same for retries. */
export function signWebhook(id: string, body: string | Buffer, secret: string, now: number): WebhookHeaders {
  const timestamp = String(Math.floor(now / 1000))
  const signature = compute(id, timestamp, body, secret).toString('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Returns the id of the message, or throws WebhookRefused. There are several signatures while secrets are rotated. */
export function verifyWebhook({ headers, body }: SignedWebhook, secret: string, now: number): string {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is not a number of seconds')
  if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE_MS)
    throw new WebhookRefused('webhook-timestamp is too old or in the future')
  const expected = compute(id, timestamp, body, secret)
  const isGenuine = signatures.slice(0, MAX_SIGNATURES).some((signature) => matches(signature, expected))
  if (!isGenuine) throw new WebhookRefused('webhook-signature does not match')
  return id
}

function readHeader(headers: SignedWebhook['headers'], name: keyof WebhookHeaders): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`${name} is missing`)
  return value
}

function matches(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false
  const given = Buffer.from(signature.slice('v1,'.length), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function compute(id: string, timestamp: string, body: string | Buffer, secret: string): Buffer {
  return createHmac('sha256', readSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest()
}

function readSecret(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // With an empty key anybody could sign.
  if (!secret.startsWith('whsec_') || key.length === 0)
    throw new Error('A webhook secret must be whsec_ followed by base64')
  return key
}
