import { Type } from '@sinclair/typebox'
import { json, text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { addSubmessage } from './add-submessage.ts'

export const submessageRoutes = [
  endpoint({
    method: 'POST',
    path: '/submessage',
    summary: 'Add a submessage',
    description: 'For what is more than a text, such as votes in a poll. The first one is by the author.',
    access: 'users',
    parameters: {
      message_id: json('Id of the message.', Type.Integer()),
      msg_type: text('`widget`.'),
      content: text('JSON, which only the clients understand.'),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const { message_id, msg_type, content } = input
      await addSubmessage(chat, actor, { messageId: message_id, type: msg_type, content })
      return {}
    },
  }),
]
