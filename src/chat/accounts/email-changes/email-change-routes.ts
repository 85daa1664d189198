import { Type } from '@sinclair/typebox'
import { text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { limitEmailChangeLookups } from './email-change-limits.ts'
import { openEmailChange } from './open-email-change.ts'
import { requestEmailConfirmation } from './request-email-change.ts'

const endpoint = endpointOf<Identity>()

const token = text('The part after /email_changes/ in the link of the mail.')

export const emailChangeRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/email',
    summary: 'Get your email address',
    description: 'Mails about missed messages go to confirmed addresses only.',
    access: 'change their own account',
    parameters: {},
    response: Type.Object(
      {
        email: Type.String(),
        is_confirmed: Type.Boolean({ description: 'Whether you have shown that mails to it reach you.' }),
      },
      { additionalProperties: false },
    ),
    handle: async ({ actor: { user } }) => ({ email: user.email, is_confirmed: user.email_proven === 1 }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/email/confirmation',
    summary: 'Confirm your email address',
    description:
      'Mails a link to your address, which confirms it. A change of the address that waits is cancelled.',
    access: 'change their own account',
    parameters: {},
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor }) {
      await requestEmailConfirmation(chat, actor)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/email_changes/:token',
    summary: 'Look at a change of an email address',
    description: 'Changes nothing: mail scanners open links.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object(
      { email: Type.String(), new_email: Type.String(), realm_name: Type.String() },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      await limitEmailChangeLookups(chat, request.ip)
      const { user, change } = await openEmailChange(chat, chat.database.read, realm, input.token)
      return { email: user.email, new_email: change.new_email, realm_name: realm.name }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/email_changes/:token',
    summary: 'Confirm a new email address',
    description:
      'The user signs in with it from then on. Sessions and the API key of the account stay valid.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, realm, input, request }) {
      await confirmEmailChange(chat, realm, { token: input.token, address: request.ip })
      return {}
    },
  }),
]
