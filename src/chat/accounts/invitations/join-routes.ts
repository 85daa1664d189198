import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { realmUri } from '../../identity/realms/realm-addresses.ts'
import type { Messages } from '../../messages/messages.ts'
import { acceptInvite } from './accept-invite.ts'
import { limitInviteLookups, openInvite } from './open-invite.ts'

const endpoint = endpointOf<Messages>()

const token = text('The part after /join/ in the link.')

export const joinRoutes = [
  endpoint({
    method: 'GET',
    path: '/invites/accept/:token',
    summary: 'Look at an invitation',
    access: 'anyone',
    parameters: { token },
    response: Type.Object(
      {
        email: Type.Union([Type.String(), Type.Null()], {
          description: 'The invited address; null: anybody who has the link.',
        }),
        realm_name: Type.String(),
        realm_uri: Type.String(),
        invited_by: Type.String({ description: 'Name of a person.' }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      await limitInviteLookups(chat, request.ip)
      const { invite, inviter } = await openInvite(chat, chat.database.read, realm, input.token)
      return {
        email: invite.email,
        realm_name: realm.name,
        realm_uri: realmUri(chat.config.publicUrl, realm),
        invited_by: inviter.full_name,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/invites/accept/:token',
    summary: 'Join with an invitation',
    description: 'Creates the account.',
    access: 'anyone',
    parameters: {
      token,
      email: optional(text('Required for reusable links.')),
      full_name: text('The name that others see.'),
      password: text('At least eight characters.'),
    },
    response: Type.Object(
      { user_id: Type.Integer(), email: Type.String(), api_key: Type.String() },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      await limitInviteLookups(chat, request.ip)
      const { user, apiKey } = await acceptInvite(chat, realm, input.token, {
        email: input.email,
        fullName: input.full_name,
        password: input.password,
      })
      return { user_id: user.id, email: user.email, api_key: apiKey }
    },
  }),
]
