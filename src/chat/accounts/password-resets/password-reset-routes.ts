import { Type } from '@sinclair/typebox'
import { boolean, integer, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import {
  lookAtReset,
  requestPasswordReset,
  resetPassword,
  resetPasswordOf,
} from './password-reset-actions.ts'

const endpoint = endpointOf<Identity>()

const token = text('The part after /reset-password/ in the link of the mail.')
const Nothing = Type.Object({}, { additionalProperties: false })

export const passwordResetRoutes = [
  endpoint({
    method: 'POST',
    path: '/password_reset',
    summary: 'Ask for a new password',
    description:
      'If there is an account with this address, sends it a mail with a link that works once, within an hour. The response is the same if there is none. Without a mail server, the mail becomes a file for the operator of the server.',
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
      {
        email: Type.String(),
        realm_name: Type.String(),
        is_first: Type.Boolean({ description: 'The account has no password yet.' }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const user = await lookAtReset(chat, realm, { token: input.token, address: request.ip })
      return { email: user.email, realm_name: realm.name, is_first: user.password_hash === null }
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
  endpoint({
    method: 'POST',
    path: '/users/:user_id/password_reset',
    summary: 'Send a user a link to choose a new password',
    description:
      'The link works once, within a day. Until then the old password works. Without a mail server, no mail is sent, and the response has the link for you to pass on; not for the owner of the phones, whose phones it would open.',
    access: 'reset passwords of others',
    parameters: { user_id: integer('Id of the user.') },
    response: Type.Object(
      {
        reset_link: Type.Union([Type.String(), Type.Null()], { description: 'null: the user got a mail.' }),
      },
      { additionalProperties: false },
    ),
    handle: async ({ chat, actor, input }) => ({
      reset_link: await resetPasswordOf(chat, actor, input.user_id),
    }),
  }),
]
