import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { signWebhook, type WebhookHeaders } from '../../../platform/secrets/webhook-signature.ts'
import type { Webhook } from './webhook.ts'

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** After a rotation the receiver may have either secret, so both sign. */
export function signDelivery(
  secrets: Secrets,
  webhook: Webhook,
  id: string,
  body: string,
  now: number,
): WebhookHeaders {
  const headers = signWebhook(id, body, secrets.decrypt(webhook.secret_sealed), now)
  const { old_secret_sealed: old, old_secret_until: until } = webhook
  if (old === null || until === null || until <= now) return headers
  const second = signWebhook(id, body, secrets.decrypt(old), now)
  return {
    ...headers,
    'webhook-signature': `${headers['webhook-signature']} ${second['webhook-signature']}`,
  }
}
