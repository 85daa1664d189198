import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { messageId } from '../../messages/message-parameters.ts'
import { getReadReceipts } from './get-read-receipts.ts'

const endpoint = endpointOf<ChatPlatform>()

export const readReceiptRoutes = [
  endpoint({
    method: 'GET',
    path: '/messages/:message_id/read_receipts',
    summary: "Get a message's read receipts",
    description: 'Users who received and read it, without its sender and users who turned read receipts off.',
    access: 'read messages, topics and files',
    parameters: { message_id: messageId },
    response: Type.Object({ user_ids: Type.Array(Type.Integer()) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { user_ids: await getReadReceipts(chat, actor, input.message_id) }
    },
  }),
]
