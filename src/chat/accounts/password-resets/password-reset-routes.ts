import { Type } from '@sinclair/typebox'
import { boolean, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { lookAtReset, requestPasswordReset, resetPassword } from './password-reset-actions.ts'

const endpoint = endpointOf<Identity>()

const token = text('The part after /reset-password/ in the link of the mail.')
const Nothing = Type.Object({}, { additionalProperties: false })

export const passwordResetRoutes = [
  endpoint({
    method: 'POST',
    path: '/password_reset',
    summary: 'Ask for a new password',
    description:
      'If there is an account with this address, sends it a mail with a link that works once, within an hour. The response is the same if there is none.',
    access: 'sign in, join, and follow mailed links',
    parameters: { email: text('Email address of the account.') },
    response: Nothing,
    async handle({ chat, realm, input, request }) {
      await requestPasswordReset(chat, realm, input.email, request.ip)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/password_reset/:token',
    summary: 'Look at a password reset',
    description: 'Says whether the link still works, and for which account.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object(
      { email: Type.String(), realm_name: Type.String() },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const { email } = await lookAtReset(chat, realm, { token: input.token, address: request.ip })
      return { email, realm_name: realm.name }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/password_reset/:token',
    summary: 'Choose a new password',
    description:
      'Ends all sessions and event queues of the account. The account and its bots get new API keys. The first password of an account ends its sessions only.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      token,
      password: text('At least eight characters.'),
      keep_bot_keys: otherwise(
        boolean(
          'Whether the bots of the account keep their keys. Do not use it if somebody else may have used the account.',
        ),
        false,
      ),
    },
    response: Nothing,
    async handle({ chat, realm, input, request }) {
      const { token, password, keep_bot_keys: keepBotKeys } = input
      await resetPassword(chat, realm, { token, password, keepBotKeys, address: request.ip })
      return {}
    },
  }),
]
