import { type TSchema, Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { pageNumber, pageOf, pageSize } from '../../http/paging.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './outgoing-webhook-actions.ts'
import { listCompanyWebhooks, listWebhookDeliveries, replayDelivery, testWebhook } from './resend-webhook.ts'
import { deliveryStatuses } from './webhook.ts'
import { deliveryOfCompany, webhookOfCompany } from './webhook-access.ts'
import { NewWebhook, type WebhookInput, WebhookPatch } from './webhook-input.ts'
import {
  DeliverySchema,
  DeliveryWithPayloadSchema,
  deliveryViewWithPayload,
  WebhookSchema,
  WebhookWithSecretSchema,
  webhookView,
} from './webhook-view.ts'

const operation = operationOf<TelephonyPlatform>()

const common = { area: 'Webhooks', access: 'manage webhooks' } as const
const path = '/webhooks/:webhook_id'

const ok = (schema: TSchema) => ({ status: 200, schema }) as const

export const outgoingWebhookRoutes = [
  operation({
    ...common,
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhooks',
    success: ok(Type.Array(WebhookSchema)),
    problems: [],
    handle: ({ context, actor }) => listCompanyWebhooks(context, actor),
  }),
  operation({
    ...common,
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook',
    description:
      'Events of the company are sent to its address from now on, as signed POSTs in the form of Standard ' +
      'Webhooks: `{type, timestamp, data}`. Whatever is not answered with 2xx within 10 seconds is sent again, ' +
      'eight times within about a day. The signing secret is shown this once.',
    body: NewWebhook,
    nullIsAbsent: true,
    success: { status: 201, schema: WebhookWithSecretSchema },
    problems: [400, 409],
    handle: ({ context, actor, body }) => createWebhook(context, actor, body),
  }),
  operation({
    ...common,
    method: 'GET',
    path,
    summary: 'Get a webhook',
    success: ok(WebhookSchema),
    problems: [404],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: async ({ subject }) => webhookView(subject),
  }),
  operation({
    ...common,
    method: 'PATCH',
    path,
    summary: 'Update a webhook',
    description: 'After it is enabled again, it does not receive the events that it missed.',
    body: WebhookPatch,
    success: ok(WebhookSchema),
    problems: [400, 404],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: ({ context, actor, subject, body }) =>
      updateWebhook(context, actor, subject.id, body as WebhookInput),
  }),
  operation({
    ...common,
    method: 'DELETE',
    path,
    summary: 'Delete a webhook',
    success: ok(WebhookSchema),
    problems: [404],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: ({ context, actor, subject }) => deleteWebhook(context, actor, subject.id),
  }),
  operation({
    ...common,
    method: 'POST',
    path: `${path}/rotate_secret`,
    summary: 'Replace the signing secret',
    description: 'The old secret stays valid for a day: the webhook-signature header has both signatures.',
    success: ok(WebhookWithSecretSchema),
    problems: [404],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: ({ context, actor, subject }) => rotateWebhookSecret(context, actor, subject.id),
  }),
  operation({
    ...common,
    method: 'POST',
    path: `${path}/test`,
    summary: 'Try a webhook out',
    description: 'Sends an event of the type webhook.test.',
    success: { status: 202, schema: DeliverySchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: ({ context, actor, subject }) => testWebhook(context, actor, subject),
  }),
  operation({
    ...common,
    method: 'GET',
    path: `${path}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first, of the last seven days.',
    query: Type.Object(
      {
        status: Type.Optional(Type.Union(deliveryStatuses.map((status) => Type.Literal(status)))),
        page: pageNumber,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    success: { ...ok(Type.Array(DeliverySchema)), paged: true },
    problems: [400, 404],
    find: ({ context, actor, params }) => webhookOfCompany(context, actor, params.webhook_id!),
    handle: ({ context, subject, query }) =>
      listWebhookDeliveries(context, subject, query.status, pageOf(query.page, query.page_size)),
  }),
  operation({
    ...common,
    method: 'GET',
    path: `${path}/deliveries/:delivery_id`,
    summary: 'Get a delivery and what it sends',
    success: ok(DeliveryWithPayloadSchema),
    problems: [404],
    find: ({ context, actor, params }) => deliveryOfCompany(context, actor, params),
    handle: async ({ subject }) => deliveryViewWithPayload(subject.delivery),
  }),
  operation({
    ...common,
    method: 'POST',
    path: `${path}/deliveries/:delivery_id/replay`,
    summary: 'Deliver once more',
    description: 'Under the same webhook-id, with all its attempts.',
    success: { status: 202, schema: DeliverySchema },
    problems: [404, 409],
    find: ({ context, actor, params }) => deliveryOfCompany(context, actor, params),
    handle: ({ context, actor, subject }) => replayDelivery(context, actor, subject),
  }),
]
