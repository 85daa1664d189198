import { Type } from '@sinclair/typebox'
import { integer, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { provePasswordIfAny } from '../prove-password.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  removeTwoFactorOf,
  renewRecoveryCodes,
} from './change-two-factor.ts'
import { showTwoFactor } from './show-two-factor.ts'

const endpoint = endpointOf<Identity>()

const Nothing = Type.Object({}, { additionalProperties: false })
const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each replaces a code of the app once. They are not shown again.',
    }),
  },
  { additionalProperties: false },
)
const password = optional(text('Your password; required if you have one.'))
const code = text('A code of the authenticator app.')
const anyCode = text('A code of the authenticator app, or a recovery code.')

export const twoFactorRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/two_factor',
    summary: 'Get your two-factor authentication',
    access: 'set up a second factor, and sign out',
    parameters: {},
    response: Type.Object(
      { enabled: Type.Boolean(), recovery_codes_left: Type.Integer() },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor }) => showTwoFactor(chat, actor),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/two_factor',
    summary: 'Set up two-factor authentication',
    description:
      'Returns a new secret for an authenticator app (TOTP, RFC 6238). It has no effect until a code of it is confirmed.',
    access: 'set up a second factor, and sign out',
    parameters: { password },
    response: Type.Object(
      {
        secret: Type.String({ description: 'Base32, to be typed into an app.' }),
        uri: Type.String({ description: 'The same for a QR code: an otpauth address.' }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input, request, session }) {
      const proof = { password: input.password, address: request.ip, session }
      await provePasswordIfAny(chat, actor.user, proof, 'password')
      return beginTwoFactor(chat, actor)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/two_factor/confirm',
    summary: 'Switch two-factor authentication on',
    description:
      'From now on, signing in with the password takes a code, too. Ends all other sessions. API keys stay valid.',
    access: 'set up a second factor, and sign out',
    parameters: { code },
    response: RecoveryCodes,
    handle: async ({ chat, actor, input, session }) => ({
      recovery_codes: await confirmTwoFactor(chat, actor, input.code, session),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/two_factor/recovery_codes',
    summary: 'Get new recovery codes',
    description: 'The old ones stop working. You get a mail about it.',
    access: 'change their own account',
    parameters: { password, code: anyCode },
    response: RecoveryCodes,
    async handle({ chat, actor, input, request, session }) {
      const proof = { password: input.password, address: request.ip, session }
      await provePasswordIfAny(chat, actor.user, proof, 'password')
      return { recovery_codes: await renewRecoveryCodes(chat, actor, input.code) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/two_factor',
    summary: 'Switch two-factor authentication off',
    access: 'change their own account',
    parameters: { password, code: anyCode },
    response: Nothing,
    async handle({ chat, actor, input, request, session }) {
      const proof = { password: input.password, address: request.ip, session }
      await provePasswordIfAny(chat, actor.user, proof, 'password')
      await endTwoFactor(chat, actor, input.code)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:user_id/two_factor',
    summary: 'Remove the two-factor authentication of a user',
    description:
      'For members who have lost their device and their recovery codes. Ends their sessions. They get a mail about it.',
    access: 'create, change and close accounts',
    parameters: { user_id: integer('Id of the user.') },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await removeTwoFactorOf(chat, actor, input.user_id)
      return {}
    },
  }),
]
