import { Type } from '@sinclair/typebox'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { messageId } from '../message-parameters.ts'
import { getReadReceipts } from './get-read-receipts.ts'

export const readReceiptRoutes = [
  endpoint({
    method: 'GET',
    path: '/messages/:message_id/read_receipts',
    summary: "Get a message's read receipts",
    description: 'Who received it and has read it, without its sender and those who do not want it known.',
    access: 'users',
    parameters: { message_id: messageId },
    response: Type.Object({ user_ids: Type.Array(Type.Integer()) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return { user_ids: await getReadReceipts(chat, actor, input.message_id) }
    },
  }),
]
