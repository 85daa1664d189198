import { Type } from '@sinclair/typebox'
import { boolean, integer, json, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { proofParameters, proveAdministrator } from '../directories/prove-administrator.ts'
import {
  addIdentityProvider,
  changeIdentityProvider,
  listIdentityProviders,
  removeIdentityProvider,
  testIdentityProvider,
  viewIdentityProvider,
} from './change-identity-providers.ts'
import { ProviderGroupsSchema } from './provider-groups.ts'

const endpoint = endpointOf<Identity>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const Kind = Type.Union([Type.Literal('openid'), Type.Literal('saml')])
const Join = Type.Union([Type.Literal('invited'), Type.Literal('everyone')])

const ProviderSchema = Type.Object(
  {
    id: Type.Integer(),
    kind: Kind,
    label: Type.String(),
    join: Join,
    is_active: Type.Boolean(),
    issuer: Type.String(),
    client_id: Type.Optional(Type.String()),
    has_secret: Type.Boolean({ description: 'The secret itself is never shown.' }),
    trusts_addresses: Type.Optional(Type.Boolean()),
    sign_in_url: Type.Optional(Type.String({ description: 'Of a SAML provider: where people sign in.' })),
    entity_id: Type.Optional(
      Type.String({ description: 'Of a SAML provider: how it knows this service (audience).' }),
    ),
    groups: ProviderGroupsSchema,
    own_redirect_uri: Type.Optional(
      Type.Boolean({
        description:
          'Of an OpenID Connect provider: whether its redirect URI is its own. Older ones share that of the server, until they are changed.',
      }),
    ),
    redirect_uri: Type.String({
      description: 'To be registered at the provider; with SAML, the assertion consumer service.',
    }),
    logout_uri: Type.Optional(
      Type.String({
        description: 'Of an OpenID Connect provider: to be registered there for back-channel logout.',
      }),
    ),
  },
  exact,
)

const short = Type.String({ maxLength: 500 })
const parameters = {
  label: optional(text('The name of the provider on the sign-in button.', Type.String({ maxLength: 60 }))),
  join: optional(
    text(
      'Who gets an account at the first sign-in: people who are `invited`, or `everyone` at the provider.',
      Join,
    ),
  ),
  is_active: optional(boolean('Whether people can sign in there.')),
  issuer: optional(text('The issuer, as the provider names itself in its discovery document.', short)),
  client_id: optional(text('The id of the client at the provider.', short)),
  client_secret: optional(text('Its secret; absent or empty: unchanged.', short)),
  trusts_addresses: optional(
    boolean(
      'Whether email addresses count as proven though the provider does not say so (`email_verified`). Only for providers whose people cannot choose their addresses.',
    ),
  ),
  own_redirect_uri: optional(
    boolean(
      'Of an OpenID Connect provider: whether its redirect URI is its own, which must be registered there first. New ones have their own.',
    ),
  ),
  metadata: optional(
    text(
      'Of a SAML provider instead of issuer and client: its metadata, as XML.',
      Type.String({ maxLength: 100_000 }),
    ),
  ),
  groups: optional(
    json(
      'What the groups of a person at the provider decide, at each sign-in; all of it at once.',
      ProviderGroupsSchema,
    ),
  ),
  ...proofParameters,
}
const providerId = integer('Which identity provider.')

export const identityProviderRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/identity_providers',
    summary: 'List the identity providers',
    description:
      'Where people of the organization can sign in, besides the provider that the operator has configured for the server.',
    access: 'set up identity providers',
    parameters: {},
    response: Type.Object({ identity_providers: Type.Array(ProviderSchema) }, exact),
    async handle({ chat, actor, realm }) {
      const rows = await listIdentityProviders(chat, actor)
      return { identity_providers: rows.map((row) => viewIdentityProvider(chat, realm, row)) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/identity_providers',
    summary: 'Add an identity provider',
    description:
      'With OpenID Connect, or with SAML if there is `metadata`. It is not used until it is active. Its address must be public, unless the operator allows private networks.',
    access: 'set up identity providers',
    parameters,
    response: Type.Object({ id: Type.Integer() }, exact),
    async handle(asked) {
      const { password: _, code: __, ...given } = asked.input
      await proveAdministrator(asked)
      return { id: await addIdentityProvider(asked.chat, asked.actor, given) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/identity_providers/:provider_id',
    summary: 'Change an identity provider',
    description: 'Omitted settings are unchanged. Another issuer needs its own secret.',
    access: 'set up identity providers',
    parameters: { provider_id: providerId, ...parameters },
    response: nothing,
    async handle(asked) {
      const { provider_id: id, password: _, code: __, ...given } = asked.input
      await proveAdministrator(asked)
      await changeIdentityProvider(asked.chat, asked.actor, id, given)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/identity_providers/:provider_id',
    summary: 'Remove an identity provider',
    description: 'People who have signed in there keep their accounts.',
    access: 'set up identity providers',
    parameters: { provider_id: providerId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeIdentityProvider(chat, actor, input.provider_id)
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/identity_providers/:provider_id/test',
    summary: 'Test an identity provider',
    description: 'Tries what a sign-in needs, without signing anybody in, and says what is wrong.',
    access: 'set up identity providers',
    parameters: { provider_id: providerId },
    response: Type.Object(
      {
        checks: Type.Array(
          Type.Object(
            {
              check: Type.String({ description: 'Such as `discovery`, `keys`, `redirect_uri`, `client`.' }),
              ok: Type.Boolean(),
              detail: Type.String({ description: 'What is wrong and what to do, or what was found.' }),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
    handle: async ({ chat, actor, input }) => ({
      checks: await testIdentityProvider(chat, actor, input.provider_id),
    }),
  }),
]
