import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import { deliveryStatuses, type Webhook, type WebhookDelivery } from './webhook.ts'

const strict = { additionalProperties: false }

const fields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String(), { description: "Names of events; '*' is all of them." }),
  description: Type.String(),
  enabled: Type.Boolean(),
  disabled_reason: Type.String({ description: 'Why the server disabled it; empty if it did not.' }),
  failing_since: nullable(Type.String({ description: 'Since when deliveries have failed.' })),
  old_secret_until: nullable(Type.String({ description: 'The previous secret also signs until then.' })),
  created_at: Type.String(),
  updated_at: Type.String(),
}

export const WebhookSchema = Type.Object(fields, strict)

export const WebhookWithSecretSchema = Type.Object(
  {
    ...fields,
    signing_secret: Type.String({ description: 'For verifying signatures. Shown only once.' }),
  },
  strict,
)

export type WebhookView = Static<typeof WebhookSchema>

export function webhookView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    enabled: webhook.enabled === 1,
    disabled_reason: webhook.disabled_reason,
    failing_since: isoDateOrNull(webhook.failing_since),
    old_secret_until: isoDateOrNull(webhook.old_secret_until),
    created_at: isoDate(webhook.created_at),
    updated_at: isoDate(webhook.updated_at),
  }
}

const deliveryFields = {
  id: Type.String({ description: 'The webhook-id header of every attempt.' }),
  webhook_id: Type.String(),
  event_id: nullable(Type.Integer({ description: 'The position of the event; null for a test.' })),
  type: Type.String(),
  status: Type.Union(deliveryStatuses.map((status) => Type.Literal(status))),
  attempts: Type.Integer(),
  created_at: Type.String(),
  last_attempt_at: nullable(Type.String()),
  next_attempt_at: nullable(Type.String()),
  delivered_at: nullable(Type.String()),
  response_status: nullable(Type.Integer()),
  response_body: Type.String({ description: 'The first kilobyte.' }),
  error: Type.String({ description: 'Why the last attempt failed.' }),
}

export const DeliverySchema = Type.Object(deliveryFields, strict)

export const DeliveryWithPayloadSchema = Type.Object(
  {
    ...deliveryFields,
    payload: Type.Object(
      { type: Type.String(), timestamp: Type.String(), data: Type.Unknown() },
      { ...strict, description: 'The body that is sent.' },
    ),
  },
  strict,
)

export function deliveryView(delivery: WebhookDelivery): Static<typeof DeliverySchema> {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    event_id: delivery.event_id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: isoDate(delivery.created_at),
    last_attempt_at: isoDateOrNull(delivery.last_attempt_at),
    next_attempt_at: isoDateOrNull(delivery.next_attempt_at),
    delivered_at: isoDateOrNull(delivery.delivered_at),
    response_status: delivery.response_status,
    response_body: delivery.response_body,
    error: delivery.error,
  }
}

export const deliveryViewWithPayload = (
  delivery: WebhookDelivery,
): Static<typeof DeliveryWithPayloadSchema> => ({
  ...deliveryView(delivery),
  payload: JSON.parse(delivery.body),
})
