import { Type } from '@sinclair/typebox'
import { text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { confirmEmailChange } from './confirm-email-change.ts'

const endpoint = endpointOf<Identity>()

export const emailChangeRoutes = [
  endpoint({
    method: 'POST',
    path: '/email_changes/:token',
    summary: 'Confirm a new email address',
    description:
      'The user signs in with it from then on. Sessions and the API key of the account stay valid.',
    access: 'anyone',
    parameters: { token: text('The part after /email_changes/ in the link of the mail.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, realm, input, request }) {
      await confirmEmailChange(chat, realm, { token: input.token, address: request.ip })
      return {}
    },
  }),
]
