import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { beginSession } from '../../identity/sessions/begin-session.ts'
import { SESSION_SECONDS } from '../../identity/sessions/session.ts'
import { writeSessionCookie } from '../../identity/sessions/session-cookie.ts'
import type { Messages } from '../../messages/messages.ts'
import { removeAttemptCookie, writeAttemptCookie } from './openid-attempt.ts'
import { beginOpenId, finishOpenId, orRefuse } from './openid-flow.ts'

const endpoint = endpointOf<Messages>()

const Nothing = Type.Object({}, { additionalProperties: false })

/** For browsers, not programs: each response redirects, also after a failure, to a page of the web app. */
export const openIdRoutes = [
  endpoint({
    method: 'GET',
    path: '/openid/sign_in',
    summary: 'Sign in with OpenID Connect',
    description:
      'For browsers: redirects (302) to the provider of the server, which `external_authentication_methods` of the server settings names.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      next: optional(text('The page of the web app to open afterwards: a path on this host.')),
      invitation: optional(text('For people who join: the part after /join/ in the link.')),
    },
    response: Nothing,
    handle: ({ chat, realm, input, request, setHeader }) =>
      orRefuse(chat, request, async () => {
        const { url, attempt } = await beginOpenId(chat, realm, { ...input, address: request.ip })
        setHeader('set-cookie', writeAttemptCookie(chat, attempt))
        return new Redirect(url)
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/openid/callback',
    summary: 'Finish signing in with OpenID Connect',
    description:
      'The provider redirects the browser to it. The response sets the session cookie and redirects (302) to the web app.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      state: optional(text('As it was sent to the provider.')),
      code: optional(text('The authorization code.')),
      error: optional(text('Why the provider gave no code.')),
      error_description: optional(text('The same for people.')),
      error_uri: optional(text('More about it.')),
      iss: optional(text('The issuer.')),
      session_state: optional(text('The session at the provider; not used.')),
      scope: optional(text('What was granted; not used.')),
    },
    response: Nothing,
    handle: ({ chat, realm, input, request, setHeader }) =>
      orRefuse(chat, request, async () => {
        setHeader('set-cookie', removeAttemptCookie(chat))
        const { user, next } = await finishOpenId(chat, realm, input.state, request)
        const { token } = await beginSession(chat, user, request.headers['user-agent'])
        setHeader('set-cookie', writeSessionCookie(chat.config.publicUrl, token, SESSION_SECONDS))
        return new Redirect(next)
      }),
  }),
]
