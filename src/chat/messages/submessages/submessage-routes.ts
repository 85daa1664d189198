import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { addSubmessage } from './add-submessage.ts'

const endpoint = endpointOf<ChatPlatform>()

export const submessageRoutes = [
  endpoint({
    method: 'POST',
    path: '/submessage',
    summary: 'Add a submessage',
    description: 'Adds interactive content, such as a vote in a poll. The author has to add the first one.',
    access: 'react, vote and type',
    parameters: {
      message_id: json('Id of the message.', Type.Integer()),
      msg_type: text('`widget`.'),
      content: text('JSON, interpreted only by clients.'),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const { message_id, msg_type, content } = input
      await addSubmessage(chat, actor, { messageId: message_id, type: msg_type, content })
      return {}
    },
  }),
]
