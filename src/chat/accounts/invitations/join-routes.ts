import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Messages } from '../../messages/messages.ts'
import { acceptInvite } from './accept-invite.ts'
import { confirmsEmail, limitInviteLookups, openInvite } from './open-invite.ts'
import { requestJoin } from './request-join.ts'

const endpoint = endpointOf<Messages>()

const token = text('The part after /join/ in the link.')

export const joinRoutes = [
  endpoint({
    method: 'GET',
    path: '/invites/accept/:token',
    summary: 'Look at an invitation',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object(
      {
        email: Type.Union([Type.String(), Type.Null()], {
          description: 'The invited address; null: anybody who has the link.',
        }),
        realm_name: Type.String(),
        realm_uri: Type.String(),
        invited_by: Type.String({ description: 'Name of a person.' }),
        confirms_email: Type.Boolean({
          description: 'Whether to join, people first ask for a link to their own address.',
        }),
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
        confirms_email: confirmsEmail(chat, invite),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/invites/accept/:token',
    summary: 'Join with an invitation',
    description:
      'Creates the account. If the invitation has `confirms_email`, the error is EMAIL_CONFIRMATION_REQUIRED.',
    access: 'sign in, join, and follow mailed links',
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
  endpoint({
    method: 'POST',
    path: '/invites/accept/:token/email',
    summary: 'Ask for a link to join',
    description:
      'For reusable links with `confirms_email`: mails an invitation to the address, valid for a day. The response is the same if there is an account with the address; the mail then says so.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token, email: text('Your email address.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, realm, input, request }) {
      await limitInviteLookups(chat, request.ip)
      await requestJoin(chat, realm, { ...input, address: request.ip })
      return {}
    },
  }),
]
