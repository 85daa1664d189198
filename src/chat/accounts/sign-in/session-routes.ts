import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, integer, optional, otherwise, text } from '../../http/parameter.ts'
import { recordKeyFetched } from '../../identity/audit/record-sign-in.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { factorMissing, lacksFactor } from '../../identity/second-factor/required-factor.ts'
import { beginSession } from '../../identity/sessions/begin-session.ts'
import { endSession } from '../../identity/sessions/end-sessions.ts'
import { listSessions } from '../../identity/sessions/list-sessions.ts'
import { csrfToken, refuseOtherSites } from '../../identity/sessions/refuse-forgery.ts'
import { SESSION_SECONDS, type Session } from '../../identity/sessions/session.ts'
import { writeSessionCookie } from '../../identity/sessions/session-cookie.ts'
import { SessionSchema } from '../../identity/sessions/session-view.ts'
import { avatarUrl } from '../../identity/users/avatar.ts'
import { viewRole } from '../../identity/users/role-numbers.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { checkEmail } from '../create-user.ts'
import { hasProvedThemselves, provePasswordIfAny } from '../prove-password.ts'
import { rotateApiKey } from '../rotate-api-key.ts'
import { proveSecondFactorIfAny } from '../two-factor/use-second-factor.ts'
import { findDevelopmentAccount, requireDevelopment } from './find-development-account.ts'
import { writeDeviceCookie } from './known-device.ts'
import { listDevelopmentUsers } from './list-development-users.ts'
import { newPassword, secondFactor } from './password-parameters.ts'
import { signInByPassword } from './sign-in-by-password.ts'
import { signInByToken } from './sign-in-by-token.ts'
import { notRegistered } from './sign-in-refusal.ts'

const endpoint = endpointOf<Messages>()

const Begun = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    csrf_token: Type.String({
      description: 'Send it in the header X-CSRFToken of every request that changes something.',
    }),
  },
  { additionalProperties: false },
)
const Nothing = Type.Object({}, { additionalProperties: false })

export const sessionRoutes = [
  endpoint({
    method: 'POST',
    path: '/sessions',
    summary: 'Sign in with a browser',
    description:
      'The response sets a session cookie, which replaces an API key for 14 days after its last use, and a device cookie, so that failed attempts elsewhere do not lock this browser out.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      username: text('Email address of the account.'),
      password: text('Its password.'),
      code: secondFactor,
      new_password: newPassword,
    },
    response: Begun,
    async handle({ chat, realm, input, request, setHeader }) {
      refuseOtherSites(chat, realm, request)
      const { cookie: cookies } = request.headers
      const user = await signInByPassword(chat, realm, { ...signInOf(input), address: request.ip, cookies })
      const begun = await begin(chat, user, request, setHeader)
      setHeader('set-cookie', writeDeviceCookie(chat, { realmId: realm.id, account: user.email }, cookies))
      return begun
    },
  }),
  endpoint({
    method: 'POST',
    path: '/dev_sessions',
    summary: 'Sign in without a password',
    description: 'Only on development servers: signs in to any account.',
    access: 'sign in, join, and follow mailed links',
    parameters: { username: text('Email address of the account.') },
    response: Begun,
    async handle({ chat, realm, input, request, setHeader }) {
      requireDevelopment(chat)
      refuseOtherSites(chat, realm, request)
      checkEmail(input.username)
      const user = await findDevelopmentAccount(chat, realm, input.username)
      if (isBot(user)) throw notRegistered()
      return begin(chat, user, request, setHeader)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/sessions/current',
    summary: 'Get the session of this browser',
    access: 'set up a second factor, and sign out',
    parameters: {},
    response: Type.Object(
      {
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        csrf_token: Type.String(),
        must_set_up_two_factor: Type.Boolean({
          description:
            'Whether the organization requires a second factor that the account does not have yet. Until it is set up, everything else is refused with TWO_FACTOR_SETUP_REQUIRED.',
        }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor: { realm, user }, session }) {
      return {
        user_id: user.id,
        email: user.email,
        full_name: user.full_name,
        csrf_token: csrfToken(chat, required(session)),
        must_set_up_two_factor: await lacksFactor(chat.factors, realm, user, session),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions/current',
    summary: 'Sign out',
    access: 'set up a second factor, and sign out',
    parameters: {},
    response: Nothing,
    async handle({ chat, actor, session, setHeader }) {
      await endSession(chat, actor.user, required(session).id)
      setHeader('set-cookie', writeSessionCookie(chat.config.publicUrl, '', 0))
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/sessions',
    summary: 'List your sessions',
    description: 'Where you are signed in, most recently used first.',
    access: 'change their own account',
    parameters: {},
    response: Type.Object({ sessions: Type.Array(SessionSchema) }, { additionalProperties: false }),
    handle: async ({ chat, actor, session }) => ({ sessions: await listSessions(chat, actor.user, session) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions/:session_id',
    summary: 'End one of your sessions',
    access: 'change their own account',
    parameters: { session_id: integer('Id of the session.') },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await endSession(chat, actor.user, input.session_id)
      return {}
    },
  }),
]

const signInOf = ({
  username,
  password,
  code,
  new_password: newPassword,
}: {
  username: string
  password: string
  code: string | undefined
  new_password: string | undefined
}) => ({ username, password, code, newPassword })

const viewOwner = ({ config }: ChatPlatform, user: User) => ({
  user_id: user.id,
  email: user.email,
  full_name: user.full_name,
  ...viewRole(user.role),
  is_bot: false,
  is_active: true,
  timezone: user.timezone,
  avatar_url: avatarUrl(config.publicUrl, user),
})

async function begin(
  chat: ChatPlatform,
  user: User,
  request: FastifyRequest,
  setHeader: (name: string, value: string) => void,
) {
  const { session, token } = await beginSession(chat, user, request.headers['user-agent'])
  setHeader('set-cookie', writeSessionCookie(chat.config.publicUrl, token, SESSION_SECONDS))
  return { user_id: user.id, email: user.email, csrf_token: csrfToken(chat, session) }
}

/** Callers with an API key have no session. */
function required(session: Session | undefined): Session {
  if (!session) throw unauthorized('Not logged in: API authentication or user session required')
  return session
}

const DevelopmentUsers = Type.Array(
  Type.Object(
    {
      email: Type.String(),
      realm_uri: Type.String(),
      full_name: Type.String(),
      role: Type.Union([Type.Literal('administrator'), Type.Literal('member'), Type.Literal('guest')]),
      avatar_url: Type.String(),
    },
    { additionalProperties: false },
  ),
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
      new_password: newPassword,
    },
    response: Type.Object(
      { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const user = await signInByPassword(chat, realm, {
        ...signInOf(input),
        address: request.ip,
        cookies: request.headers.cookie,
      })
      if (await lacksFactor(chat.factors, realm, user, undefined)) throw factorMissing()
      await recordKeyFetched(chat, user, 'password')
      return {
        api_key: chat.secrets.decrypt(user.api_key_sealed),
        email: user.email,
        user_id: user.id,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/jwt/fetch_api_key',
    summary: 'Fetch the API key of a person with a signed token',
    description:
      'For other applications of the company, to which the operator has given the key of the organization (`JWT_KEYS`). The token is a JSON Web Token, signed with HS256, with the claims `email` and `exp`.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      token: text('The JSON Web Token.'),
      include_profile: otherwise(boolean('Whether to return the profile of the person.'), false),
    },
    response: Type.Object(
      {
        api_key: Type.String(),
        email: Type.String(),
        user_id: Type.Integer(),
        user: Type.Optional(
          Type.Object(
            {
              user_id: Type.Integer(),
              email: Type.String(),
              full_name: Type.String(),
              role: Type.Integer(),
              is_admin: Type.Boolean(),
              is_guest: Type.Boolean(),
              is_bot: Type.Boolean(),
              is_active: Type.Boolean(),
              timezone: Type.String(),
              avatar_url: Type.String(),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const user = await signInByToken(chat, realm, { token: input.token, address: request.ip })
      await recordKeyFetched(chat, user, 'token')
      return {
        api_key: chat.secrets.decrypt(user.api_key_sealed),
        email: user.email,
        user_id: user.id,
        ...(input.include_profile && { user: viewOwner(chat, user) }),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/api_key/regenerate',
    summary: 'Get a new API key',
    description:
      'The old key stops working at once. Sessions and event queues stay. A session needs the password of the account, unless it signed in within the last ten minutes. Accounts with a second factor need a code.',
    access: 'change their own account',
    parameters: {
      password: optional(text('Your password, for sessions. A wrong one is always an error.')),
      code: secondFactor,
    },
    response: Type.Object({ api_key: Type.String() }, { additionalProperties: false }),
    async handle({ chat, actor, input, request, session }) {
      const { password, code } = input
      const proof = { password, address: request.ip, session }
      if (password !== undefined || !hasProvedThemselves(chat, session)) {
        await provePasswordIfAny(chat, actor.user, proof, 'password')
      }
      await proveSecondFactorIfAny(chat, actor.user, code)
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
