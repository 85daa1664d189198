import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, json, type Parameter, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { changeSubscriptionProperties } from './change-subscription-properties.ts'

const endpoint = endpointOf<ChatPlatform>()

/** More settings than anybody has. */
const CHANGES_LIMIT = 1000

const Value = Type.Union([Type.Boolean(), Type.String()])
const Change = Type.Object(
  { stream_id: Type.Integer(), property: Type.String(), value: Value },
  { additionalProperties: false },
)
const response = Type.Object({ subscription_data: Type.Array(Change) }, { additionalProperties: false })

/** JSON, or a plain color. */
const value: Parameter<string | boolean> = {
  ...text('The new value, as JSON or plain text.', Value),
  fallback: undefined,
  read(name, given) {
    if (given.includes('\0')) throw badRequest(`${name} must not contain null bytes`)
    if (given === 'true' || given === 'false') return given === 'true'
    return given.replace(/^"(.*)"$/, '$1')
  },
}

export const subscriptionPropertyRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/subscriptions/properties',
    summary: 'Update subscription properties',
    description: 'All changes are made, or none.',
    access: 'arrange their own streams and topics',
    parameters: {
      subscription_data: json(
        'The changes: color, is_muted, in_home_view, pin_to_top, desktop_notifications, audible_notifications, push_notifications, email_notifications or wildcard_mentions_notify.',
        Type.Array(Change, { maxItems: CHANGES_LIMIT }),
      ),
    },
    response,
    async handle({ chat, actor, input }) {
      await changeSubscriptionProperties(chat, actor, input.subscription_data)
      return { subscription_data: input.subscription_data }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/users/me/subscriptions/:stream_id',
    summary: 'Update one subscription property',
    access: 'arrange their own streams and topics',
    parameters: {
      stream_id: integer('Id of the stream.'),
      property: text('Name of the property, as in Update subscription properties.'),
      value,
    },
    response,
    async handle({ chat, actor, input }) {
      const change = { stream_id: input.stream_id, property: input.property, value: input.value }
      await changeSubscriptionProperties(chat, actor, [change])
      return { subscription_data: [change] }
    },
  }),
]
