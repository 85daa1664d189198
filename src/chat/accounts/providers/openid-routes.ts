import { Type } from '@sinclair/typebox'
import { integer, optional, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { type Call, endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../../messages/messages.ts'
import { checkAppKey } from './app-return.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { removeAttemptCookie, writeAttemptCookie } from './openid-attempt.ts'
import { beginOpenId, finishOpenId } from './openid-flow.ts'
import { orRefuse } from './provider-refusal.ts'
import { endSignIn, signInParameters } from './provider-session.ts'

const endpoint = endpointOf<Messages>()

const Nothing = Type.Object({}, { additionalProperties: false })

function begin(
  { chat, realm, input, request, setHeader }: Call<Messages, typeof signInParameters>,
  provider: number | undefined,
): Promise<Redirect> {
  return orRefuse(chat, request, async () => {
    const { next, invitation, mobile_flow_otp: key } = input
    const given = { next, invitation, provider, appKey: checkAppKey(key) }
    const { url, attempt } = await beginOpenId(chat, realm, given)
    setHeader('set-cookie', writeAttemptCookie(chat, attempt))
    return new Redirect(url)
  })
}

const callbackParameters = {
  state: optional(text('As it was sent to the provider.')),
  code: optional(text('The authorization code.')),
  error: optional(text('Why the provider gave no code.')),
  error_description: optional(text('The same for people.')),
  error_uri: optional(text('More about it.')),
  iss: optional(text('The issuer. It must be that of the provider at which the sign-in began.')),
  session_state: optional(text('The session at the provider; not used.')),
  scope: optional(text('What was granted; not used.')),
}

function finish(
  { chat, realm, input, request, setHeader }: Call<Messages, typeof callbackParameters>,
  id: number | undefined,
): Promise<Redirect> {
  return orRefuse(chat, request, async () => {
    setHeader('set-cookie', removeAttemptCookie(chat))
    const person = await finishOpenId(chat, realm, { state: input.state, id }, request)
    return endSignIn(chat, realm, person, { request, setHeader })
  })
}

/** For browsers, not programs: each response redirects, also after a failure, to a page of the web app. */
export const openIdRoutes = [
  endpoint({
    method: 'GET',
    path: '/openid/sign_in',
    summary: 'Sign in with OpenID Connect',
    description: 'For browsers: redirects (302) to the provider of the server.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      provider: optional(integer('A provider of the organization, as in /openid/{provider_id}/sign_in.')),
      ...signInParameters,
    },
    response: Nothing,
    handle: (call) => begin(call, call.input.provider),
  }),
  endpoint({
    method: 'GET',
    path: '/openid/:provider_id/sign_in',
    summary: 'Sign in with OpenID Connect at a provider of the organization',
    description:
      'For browsers: redirects (302) to the provider, which `external_authentication_methods` of the server settings names. It has a path of its own, since the mobile app replaces the query.',
    access: 'sign in, join, and follow mailed links',
    parameters: { provider_id: integer('Which provider of the organization.'), ...signInParameters },
    response: Nothing,
    handle: (call) => begin(call, call.input.provider_id),
  }),
  endpoint({
    method: 'GET',
    path: '/openid/callback',
    summary: 'Finish signing in with OpenID Connect',
    description:
      'The provider of the server redirects the browser to it, and so do older providers of organizations. The response sets the session cookie and redirects (302) to the web app.',
    access: 'sign in, join, and follow mailed links',
    parameters: callbackParameters,
    response: Nothing,
    handle: (call) => finish(call, undefined),
  }),
  endpoint({
    method: 'GET',
    path: '/openid/:provider_id/callback',
    summary: 'Finish signing in with OpenID Connect at a provider of the organization',
    description:
      'The provider redirects the browser to it; `redirect_uri` of the provider says so. A response to a sign-in that began at another provider is refused.',
    access: 'sign in, join, and follow mailed links',
    parameters: { provider_id: integer('Which provider of the organization.'), ...callbackParameters },
    response: Nothing,
    handle: (call) => finish(call, call.input.provider_id),
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
