import {
  type SignedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from '../../../platform/webhook-signature.ts'

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
