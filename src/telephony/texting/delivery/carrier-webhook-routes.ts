import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { isDeeperThan, JSON_DEPTH } from '../../../platform/limits/json-depth.ts'
import {
  type SignedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookRefused,
} from '../../../platform/secrets/webhook-signature.ts'
import { operationOf } from '../../http/operation.ts'
import type { Identity } from '../../identity/identity.ts'
import { invalidField, notFound, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { CarrierWebhookComplaint, readCarrierWebhook } from '../carriers/read-carrier-webhook.ts'
import { receiveCarrierEvent } from './receive-carrier-event.ts'

const operation = operationOf<Identity>()

export const carrierWebhookRoutes = [
  operation({
    method: 'POST',
    path: '/carrier/webhook',
    area: 'Texting',
    summary: 'Report a text or a receipt',
    description:
      'For the carrier, who signs as Standard Webhooks describes (headers webhook-id, webhook-timestamp, webhook-signature) with the secret of CARRIER_WEBHOOK_SECRET; 404 when none is set, 401 when the signature is wrong. `{"type":"text.received","id","from","to","text"}` is an inbound text, `{"type":"text.status","id","status","error_code"?,"error_message"?}` tells what became of an outbound one. What is sent again changes nothing.',
    access: 'follow a link that carries a token',
    body: 'text',
    bodyLimit: 131_072,
    success: {
      status: 200,
      schema: Type.Object({ accepted: Type.Literal(true) }, { additionalProperties: false }),
    },
    problems: [400, 401, 404],
    find: async ({ context, request }) => checkSignature(context, request),
    async handle({ context, body }) {
      await receiveCarrierEvent(context, readEvent(body))
      return { accepted: true }
    },
  }),
]

async function checkSignature(
  { clock, config }: TelephonyPlatform,
  { headers, body }: FastifyRequest,
): Promise<void> {
  const secret = config.telephony.carrierWebhookSecret
  if (secret === undefined) throw notFound('The carrier webhook is not enabled on this server')
  try {
    // The raw bytes: parsing and serializing could change them.
    verifyCarrierWebhook({ headers, body: Buffer.isBuffer(body) ? body : '' }, secret, clock.now())
  } catch (error) {
    if (error instanceof WebhookRefused) throw new Problem(401, error.message)
    throw error
  }
}

function readEvent(body: string): CarrierEvent {
  try {
    return readCarrierWebhook(parse(body))
  } catch (error) {
    if (!(error instanceof CarrierWebhookComplaint)) throw error
    throw invalidField(error.field === undefined ? '' : `/${error.field}`, error.message)
  }
}

function parse(body: string): unknown {
  if (isDeeperThan(body, JSON_DEPTH)) {
    throw new CarrierWebhookComplaint(
      `The body is nested too deeply: at most ${JSON_DEPTH} levels are possible`,
    )
  }
  try {
    return JSON.parse(body)
  } catch {
    throw new CarrierWebhookComplaint('The body must be JSON')
  }
}

/** The headers that a carrier sends. Used by tests and tools that simulate one. */
export function signCarrierWebhook(
  id: string,
  body: string | Buffer,
  secret: string,
  now: number,
): WebhookHeaders {
  return signWebhook(id, body, secret, now)
}

/** Throws WebhookRefused unless the carrier sent it within the last five minutes. */
export function verifyCarrierWebhook(webhook: SignedWebhook, secret: string, now: number): void {
  verifyWebhook(webhook, secret, now)
}
