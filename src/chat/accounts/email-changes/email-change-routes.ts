import { Type } from '@sinclair/typebox'
import { text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { confirmEmailChange } from './confirm-email-change.ts'

export const emailChangeRoutes = [
  endpoint({
    method: 'POST',
    path: '/email_changes/:token',
    summary: 'Confirm a new email address',
    description: 'From then on it is the one to sign in with. Sessions and the API key of the account stay.',
    access: 'anyone',
    parameters: { token: text('What follows /email_changes/ in the link of the mail.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, realm, input, request }) {
      await confirmEmailChange(chat, realm, { token: input.token, address: request.ip })
      return {}
    },
  }),
]
