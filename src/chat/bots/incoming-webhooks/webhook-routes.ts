import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import type { RequestBody } from '../../http/raw-arguments.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Messages } from '../../messages/messages.ts'
import { findIntegration, receiveWebhook } from './receive-webhook.ts'
import { webhookOptions } from './webhook-options.ts'

const endpoint = endpointOf<Messages>()

export const webhookRoutes = [
  endpoint({
    method: 'POST',
    path: '/external/:integration_name',
    summary: 'Incoming webhook',
    description:
      'The body is the payload of the external service: JSON, or a form with JSON in its field `payload`. The API key of an incoming webhook bot comes in the URL, or by HTTP Basic authentication. An event without a message, or one that the URL filters out, is a success. Each integration has its own page under `/docs/webhooks`.',
    access: 'send messages',
    body: 'payload',
    parameters: {
      integration_name: text('Name of the integration, for example `helloworld`.'),
      api_key: optional(text('API key of an incoming webhook bot.')),
      stream: optional(text('Stream for the message; absent: a private message to the owner of the bot.')),
      topic: optional(text('Topic for the message, instead of the one that the integration chooses.')),
      ...webhookOptions,
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input, request, setHeader }) {
      const { integration_name: integration, stream, topic, api_key: _key, ...options } = input
      const headers = await receiveWebhook(chat, actor, {
        integration,
        body: request.body as RequestBody | undefined,
        headers: request.headers,
        url: `${realmUri(chat.config.publicUrl, actor.realm)}${request.originalUrl}`,
        query: request.query as Record<string, unknown>,
        options,
        stream,
        topic,
      })
      for (const [name, value] of headers) setHeader(name, value)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/external/:integration_name',
    summary: 'Check the address of an incoming webhook',
    description:
      'Succeeds if the integration exists and the key is that of an incoming webhook bot. Sends no message. Some services call their address with HEAD before they use it.',
    access: 'send messages',
    parameters: {
      integration_name: text('Name of the integration, for example `trello`.'),
      api_key: optional(text('API key of an incoming webhook bot.')),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ actor, input }) {
      findIntegration(input.integration_name, actor)
      return {}
    },
  }),
]
