import { Type } from '@sinclair/typebox'
import { integer, text } from '../../../http/parameter.ts'
import { endpointOf } from '../../../identity/calls/endpoint.ts'
import type { Messages } from '../../../messages/messages.ts'
import {
  listSigningSecrets,
  putSigningSecret,
  removeSigningSecrets,
  signingServices,
} from './change-signing-secrets.ts'

const endpoint = endpointOf<Messages>()

const exact = { additionalProperties: false }
const SigningService = Type.Object(
  {
    name: Type.String(),
    display_name: Type.String(),
    header: Type.String({ description: 'The header with the signature.' }),
    brings_secret: Type.Boolean({
      description: 'It brings a secret of its own when its webhook is set up, so there is none to set.',
    }),
  },
  exact,
)

const bot_id = integer('The id of the bot, which is its user id.')
const integration_name = text('Name of the integration, for example `github`.')

export const signingSecretRoutes = [
  endpoint({
    method: 'GET',
    path: '/bots/:bot_id/signing_secrets',
    summary: 'List the services that must sign',
    description:
      'For the owner of an incoming webhook bot: the integrations for which it has a signing secret, and `services`, all that can sign. The secrets themselves are never returned.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id },
    response: Type.Object(
      { integrations: Type.Array(Type.String()), services: Type.Array(SigningService) },
      exact,
    ),
    async handle({ chat, actor, input }) {
      return {
        integrations: await listSigningSecrets(chat, actor, input.bot_id),
        services: signingServices(),
      }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/bots/:bot_id/signing_secrets/:integration_name',
    summary: 'Set the signing secret of a service',
    description:
      'For the owner of an incoming webhook bot. From then on, requests of the integration without a valid signature are refused. Replaces secrets from before. The page of the integration says where the secret is from.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id, integration_name, secret: text('The secret that the service signs with.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      const { bot_id: botId, integration_name: integration, secret } = input
      await putSigningSecret(chat, actor, { botId, integration, secret })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/bots/:bot_id/signing_secrets/:integration_name',
    summary: 'Remove the signing secret of a service',
    description: 'For the owner of an incoming webhook bot. Unsigned requests are accepted again.',
    access: 'read and replace the keys of bots',
    parameters: { bot_id, integration_name },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      const { bot_id: botId, integration_name: integration } = input
      await removeSigningSecrets(chat, actor, { botId, integration })
      return {}
    },
  }),
]
