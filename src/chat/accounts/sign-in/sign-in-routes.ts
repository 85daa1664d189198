import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { provePasswordIfAny } from '../prove-password.ts'
import { rotateApiKey } from '../rotate-api-key.ts'
import { proveSecondFactorIfAny } from '../two-factor/use-second-factor.ts'
import { requireDevelopment } from './find-development-account.ts'
import { listDevelopmentUsers } from './list-development-users.ts'
import { secondFactor } from './second-factor-parameter.ts'
import { signInByPassword } from './sign-in-by-password.ts'

const endpoint = endpointOf<Identity>()

const DevelopmentUsers = Type.Array(
  Type.Object({ email: Type.String(), realm_uri: Type.String() }, { additionalProperties: false }),
)

export const signInRoutes = [
  endpoint({
    method: 'POST',
    path: '/fetch_api_key',
    summary: 'Fetch an API key',
    description:
      'For programs whose users type their password. Failed attempts are limited by account and by IP address.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      username: text('Email address of the account.'),
      password: text('Its password.'),
      code: secondFactor,
    },
    response: Type.Object(
      { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const user = await signInByPassword(chat, realm, {
        ...input,
        address: request.ip,
        cookies: request.headers.cookie,
      })
      return {
        api_key: chat.secrets.decrypt(user.api_key_sealed),
        email: user.email,
        user_id: user.id,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/api_key/regenerate',
    summary: 'Get a new API key',
    description: 'The old key stops working at once. Sessions and event queues stay.',
    access: 'change their own account',
    parameters: {
      password: optional(text('Your password; required if you have one.')),
      code: secondFactor,
    },
    response: Type.Object({ api_key: Type.String() }, { additionalProperties: false }),
    async handle({ chat, actor, input, request, session }) {
      const proof = { password: input.password, address: request.ip, session }
      await provePasswordIfAny(chat, actor.user, proof, 'password')
      await proveSecondFactorIfAny(chat, actor.user, input.code)
      return { api_key: await rotateApiKey(chat, actor.user) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/dev_list_users',
    summary: 'List the accounts of a development server',
    description: 'Only on development servers: the accounts that anybody can sign in to.',
    access: 'sign in, join, and follow mailed links',
    parameters: {},
    response: Type.Object(
      { direct_admins: DevelopmentUsers, direct_users: DevelopmentUsers },
      { additionalProperties: false },
    ),
    async handle({ chat, realm }) {
      requireDevelopment(chat)
      return listDevelopmentUsers(chat, realm)
    },
  }),
]
