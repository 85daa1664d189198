import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a signed webhook, in the form of Standard Webhooks. */
export interface WebhookHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

export interface SignedWebhook {
  /** header names in small letters, as Node gives them */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** as it came: parsing and writing it again would change it */
  readonly body: string | Buffer
}

/** The webhook is not, or not any more, from somebody who knows the secret. */
export class WebhookRefused extends Error {}

const TOLERANCE_MS = 5 * 60_000
const MOST_SIGNATURES = 10

/** `id` names the message: it stays the same when it is sent again. */
export function signWebhook(id: string, body: string | Buffer, secret: string, now: number): WebhookHeaders {
  const timestamp = String(Math.floor(now / 1000))
  const signature = compute(id, timestamp, body, secret).toString('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Answers the id of the message, or fails with WebhookRefused. Several signatures: while secrets change. */
export function verifyWebhook({ headers, body }: SignedWebhook, secret: string, now: number): string {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is not in seconds')
  if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE_MS)
    throw new WebhookRefused('webhook-timestamp is too far from the present')
  const expected = compute(id, timestamp, body, secret)
  const isGenuine = signatures.slice(0, MOST_SIGNATURES).some((signature) => matches(signature, expected))
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
  // With an empty key everybody could sign.
  if (!secret.startsWith('whsec_') || key.length === 0)
    throw new Error('The secret of a webhook must be whsec_ and base64')
  return key
}
