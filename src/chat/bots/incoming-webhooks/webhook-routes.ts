import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import type { RequestBody } from '../../http/raw-arguments.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { webhookOptions } from './webhook-options.ts'

export const webhookRoutes = [
  endpoint({
    method: 'POST',
    path: '/external/:integration_name',
    summary: 'Incoming webhook',
    description:
      'The body is what the outside service sends: JSON, or a form with JSON in its field `payload`. The key of an incoming webhook bot is given in the address, or by HTTP Basic authentication. An event that the service has no message for, or that the address filters out, is a success without a message. Each integration has a page of its own under `/docs/webhooks`.',
    access: 'webhooks-too',
    body: 'payload',
    parameters: {
      integration_name: text('Which service, for example `helloworld`.'),
      api_key: optional(text('API key of an incoming webhook bot.')),
      stream: optional(text('Stream for the message; absent: private, to the owner of the bot.')),
      topic: optional(text('Topic for the message instead of that of the integration.')),
      ...webhookOptions,
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input, request }) {
      const { integration_name: integration, stream, topic, api_key: _key, ...options } = input
      await receiveWebhook(chat, actor, {
        integration,
        body: request.body as RequestBody | undefined,
        headers: request.headers,
        query: request.query as Record<string, unknown>,
        options,
        stream,
        topic,
      })
      return {}
    },
  }),
]
