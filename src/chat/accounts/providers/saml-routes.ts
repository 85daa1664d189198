import { Type } from '@sinclair/typebox'
import { integer, optional, text } from '../../http/parameter.ts'
import { Redirect } from '../../http/redirect.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../../messages/messages.ts'
import { checkAppKey } from './app-return.ts'
import { removeAttemptCookie, writeAttemptCookie } from './openid-attempt.ts'
import { orRefuse } from './provider-refusal.ts'
import { endSignIn, signInParameters } from './provider-session.ts'
import { beginSaml, finishSaml, receiveSaml } from './saml-flow.ts'

const endpoint = endpointOf<Messages>()

const Nothing = Type.Object({}, { additionalProperties: false })
const providerId = integer('Which provider of the organization.')

/** For browsers, not programs: each response redirects, also after a failure, to a page of the web app. */
export const samlRoutes = [
  endpoint({
    method: 'GET',
    path: '/saml/:provider_id/sign_in',
    summary: 'Sign in with SAML',
    description:
      'For browsers: redirects (302) to the provider, which `external_authentication_methods` of the server settings names.',
    access: 'sign in, join, and follow mailed links',
    parameters: { provider_id: providerId, ...signInParameters },
    response: Nothing,
    handle: ({ chat, realm, input, request, setHeader }) =>
      orRefuse(chat, request, async () => {
        const { provider_id: provider, next, invitation, mobile_flow_otp: key } = input
        const begin = { provider, next, invitation, appKey: checkAppKey(key) }
        const { url, attempt } = await beginSaml(chat, realm, begin)
        setHeader('set-cookie', writeAttemptCookie(chat, attempt))
        return new Redirect(url)
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/saml/:provider_id/acs',
    summary: 'Receive the response of a SAML provider',
    description:
      'The assertion consumer service, for the binding HTTP-POST. Redirects (302) to the end of the sign-in; a response that nobody asked for begins one.',
    access: 'sign in, join, and follow mailed links',
    parameters: {
      provider_id: providerId,
      SAMLResponse: text('The response: XML in base64.'),
      RelayState: optional(text('Not used.')),
    },
    response: Nothing,
    handle: ({ chat, realm, input, request }) =>
      orRefuse(chat, request, async () => {
        const { provider_id: provider, SAMLResponse: response } = input
        return new Redirect(await receiveSaml(chat, realm, { provider, response }))
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/saml/finish',
    summary: 'Finish signing in with SAML',
    description:
      'The browser comes here from the assertion consumer service, with its cookies. Sets the session cookie.',
    access: 'sign in, join, and follow mailed links',
    parameters: { ticket: text('What was read of the response, encrypted.') },
    response: Nothing,
    handle: ({ chat, realm, input, request, setHeader }) =>
      orRefuse(chat, request, async () => {
        setHeader('set-cookie', removeAttemptCookie(chat))
        const given = { ticket: input.ticket, cookies: request.headers.cookie }
        const person = await finishSaml(chat, realm, given)
        return endSignIn(chat, realm, person, { request, setHeader })
      }),
  }),
]
