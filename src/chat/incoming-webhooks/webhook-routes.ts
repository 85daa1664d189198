import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/endpoint.ts'
import { optional, text } from '../http/parameter.ts'
import type { RequestBody } from '../http/raw-arguments.ts'
import { receiveWebhook } from './receive-webhook.ts'

export const webhookRoutes = [
  endpoint({
    method: 'POST',
    path: '/external/:integration_name',
    summary: 'Incoming webhook',
    description:
      'The body is what the outside service sends. The key of an incoming webhook bot is given in the address, or by HTTP Basic authentication.',
    access: 'webhooks-too',
    body: 'payload',
    parameters: {
      integration_name: text('Which service, for example `helloworld`.'),
      api_key: optional(text('API key of an incoming webhook bot.')),
      stream: optional(text('Stream for the message; absent: private, to the owner of the bot.')),
      topic: optional(text('Topic for the message instead of that of the integration.')),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input, request }) {
      const body = request.body as RequestBody | undefined
      await receiveWebhook(chat, actor, {
        integration: input.integration_name,
        body: body?.text ?? '',
        stream: input.stream,
        topic: input.topic,
      })
      return {}
    },
  }),
]
