import { Type } from '@sinclair/typebox'
import { integer, optional, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { recordKeyFetched } from '../../identity/audit/record-sign-in.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { beginSession } from '../../identity/sessions/begin-session.ts'
import { SESSION_SECONDS } from '../../identity/sessions/session.ts'
import { writeSessionCookie } from '../../identity/sessions/session-cookie.ts'
import type { Messages } from '../../messages/messages.ts'
import { appReturn, checkAppKey } from './app-return.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { removeAttemptCookie, writeAttemptCookie } from './openid-attempt.ts'
import { beginOpenId, finishOpenId } from './openid-flow.ts'
import { orRefuse } from './provider-refusal.ts'

const endpoint = endpointOf<Messages>()

const Nothing = Type.Object({}, { additionalProperties: false })

/** For browsers, not programs: each response redirects, also after a failure, to a page of the web app. */
export const openIdRoutes = [
  endpoint({
    method: 'GET',
    path: '/openid/sign_in',
    summary: 'Sign in with OpenID Connect',
    description:
      'For browsers: redirects (302) to a provider of the server or the organization, which `external_authentication_methods` of the server settings names.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      provider: optional(integer('Which provider of the organization; absent: the one of the server.')),
      next: optional(text('The page of the web app to open afterwards: a path on this host.')),
      invitation: optional(text('For people who join: the part after /join/ in the link.')),
      mobile_flow_otp: optional(
        text(
          'For the mobile app, which opens a browser: 64 random hexadecimal digits. The sign-in then ends at the address of the app, with the API key of the account encrypted by them (XOR), and begins no session.',
        ),
      ),
    },
    response: Nothing,
    handle: ({ chat, realm, input, request, setHeader }) =>
      orRefuse(chat, request, async () => {
        const { next, invitation, provider, mobile_flow_otp: appKey } = input
        const { url, attempt } = await beginOpenId(chat, realm, {
          next,
          invitation,
          provider,
          appKey: checkAppKey(appKey),
          address: request.ip,
        })
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
        const { user, attempt, origin } = await finishOpenId(chat, realm, input.state, request)
        if (attempt.appKey !== undefined) {
          await recordKeyFetched(chat, user, 'provider')
          return new Redirect(appReturn(chat, realm, user, attempt.appKey))
        }
        const { token } = await beginSession(chat, user, request.headers['user-agent'], origin)
        setHeader('set-cookie', writeSessionCookie(chat.config.publicUrl, token, SESSION_SECONDS))
        return new Redirect(attempt.next)
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/openid/backchannel_logout',
    summary: 'End the sessions of somebody who has signed out at the provider',
    description:
      'For providers (OpenID Connect Back-Channel Logout 1.0). Ends the sessions that began there: the one that the token names, or all of the person.',
    access: 'sign in, join, and follow mailed links',
    parameters: { logout_token: text('The signed token of the provider.') },
    response: Nothing,
    async handle({ chat, realm, input, request }) {
      await endProviderSessions(chat, realm, input.logout_token, request.ip)
      return {}
    },
  }),
]
