import { Type } from '@sinclair/typebox'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { proofParameters, proveAdministrator } from '../directories/prove-administrator.ts'
import { createScimToken, removeScimToken, showScim } from './scim-token.ts'

const endpoint = endpointOf<Identity>()

const exact = { additionalProperties: false }

export const scimRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/scim',
    summary: 'Get the SCIM connection of the organization',
    access: 'connect directories',
    parameters: {},
    response: Type.Object(
      {
        base_url: Type.String({ description: 'What identity providers call the tenant URL or base URL.' }),
        is_connected: Type.Boolean({ description: 'Whether there is a token.' }),
        created_at: Type.Union([Type.Integer(), Type.Null()]),
        used_at: Type.Union([Type.Integer(), Type.Null()], {
          description: 'When a client has last used the token, to the minute.',
        }),
      },
      exact,
    ),
    handle: ({ chat, actor }) => showScim(chat, actor),
  }),
  endpoint({
    method: 'POST',
    path: '/realm/scim/token',
    summary: 'Create the SCIM token of the organization',
    description:
      'With it, an identity provider creates, changes and closes accounts and user groups. Replaces the former token. It is not shown again.',
    access: 'connect directories',
    parameters: proofParameters,
    response: Type.Object({ token: Type.String() }, exact),
    async handle(asked) {
      const { chat, actor } = asked
      await proveAdministrator(asked)
      return { token: await createScimToken(chat, actor) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/scim/token',
    summary: 'Remove the SCIM token of the organization',
    description: 'Accounts and groups stay as they are.',
    access: 'connect directories',
    parameters: {},
    response: Type.Object({}, exact),
    async handle({ chat, actor }) {
      await removeScimToken(chat, actor)
      return {}
    },
  }),
]
