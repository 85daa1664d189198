import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { addBodyParsers } from '../../http/body-parsers.ts'
import { text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { settingsOf } from '../../identity/users/user-settings.ts'
import { openUnsubscribeLink, unsubscribe } from './unsubscribe.ts'

const endpoint = endpointOf<Identity>()

const token = text('The part after /unsubscribe/ in the link of the mail.')

export const unsubscribeRoutes = [
  endpoint({
    method: 'GET',
    path: '/unsubscribe/:token',
    summary: 'Look at a link that ends mails about missed messages',
    description: 'Changes nothing: mail scanners open links.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object(
      {
        email: Type.String(),
        realm_name: Type.String(),
        is_subscribed: Type.Boolean({ description: 'Whether mails are sent to the person at present.' }),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, input, request }) {
      const { user } = await openUnsubscribeLink(chat, realm, input.token, request.ip)
      const { enable_offline_email_notifications: isOn } = settingsOf(user)
      return { email: user.email, realm_name: realm.name, is_subscribed: isOn }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/unsubscribe/:token',
    summary: 'Stop mails about missed messages',
    description: 'Turns the setting `enable_offline_email_notifications` of the person off.',
    access: 'sign in, join, and follow mailed links',
    parameters: { token },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, realm, input, request }) {
      await unsubscribe(chat, realm, input.token, request.ip)
      return {}
    },
  }),
]

/** For the button of mail programs (RFC 8058), which post to the address of the page. */
export function addUnsubscribeRoute(app: FastifyInstance, chat: Identity): void {
  app.register(async (scope) => {
    addBodyParsers(scope)
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      await unsubscribe(chat, await requestRealm(chat, request), request.params.token, request.ip)
      return reply
        .type('text/plain; charset=utf-8')
        .send('You will get no more mails about missed messages.\n')
    })
  })
}
