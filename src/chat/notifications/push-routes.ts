import { Type } from '@sinclair/typebox'
import { unauthorized } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { subscribePush, unsubscribePush } from './change-push-subscriptions.ts'
import { loadPushKey } from './load-push-key.ts'

const endpoint = endpointOf<ChatPlatform>()

const Nothing = Type.Object({}, { additionalProperties: false })

export const pushRoutes = [
  endpoint({
    method: 'GET',
    path: '/web_push_key',
    summary: 'Get the public key for push notifications',
    description:
      'The `applicationServerKey` with which browsers subscribe. It is the same for the whole server.',
    access: 'change their own account',
    parameters: {},
    response: Type.Object(
      { public_key: Type.String({ description: 'In base64url.' }) },
      { additionalProperties: false },
    ),
    handle: async ({ chat }) => ({ public_key: (await loadPushKey(chat)).public_key }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/push_subscriptions',
    summary: 'Notify this browser',
    description:
      'Private messages and mentions are then pushed to the browser while you are away, as long as its session lasts. Needs a session. A browser that subscribes again replaces its subscription. You can have ten; the oldest is dropped for another.',
    access: 'change their own account',
    parameters: {
      endpoint: text('The address of the push service, from the browser. Only https.'),
      p256dh: text('The public key of the browser, in base64url.'),
      auth: text('The secret of the browser, in base64url.'),
    },
    response: Nothing,
    async handle({ chat, actor, session, input }) {
      if (!session) throw unauthorized('Not logged in: user session required')
      await subscribePush(chat, actor, session, input)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/push_subscriptions',
    summary: 'Stop notifying a browser',
    access: 'change their own account',
    parameters: { endpoint: text('The address of the push service, from the browser.') },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await unsubscribePush(chat, actor, input.endpoint)
      return {}
    },
  }),
]
