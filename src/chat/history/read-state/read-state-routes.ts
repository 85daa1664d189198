import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { messageId } from '../../messages/message-parameters.ts'
import { getReadReceipts } from './get-read-receipts.ts'
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from './mark-as-read.ts'

const endpoint = endpointOf<ChatPlatform>()

const streamId = json('Id of the stream.', Type.Integer())
const everything = Type.Object(
  { complete: Type.Boolean({ description: 'Always true: newer clients repeat the request otherwise.' }) },
  { additionalProperties: false },
)

export const readStateRoutes = [
  endpoint({
    method: 'POST',
    path: '/mark_all_as_read',
    summary: 'Mark all messages as read',
    access: 'mark messages for themselves',
    parameters: {},
    response: everything,
    async handle({ chat, actor }) {
      await markAllAsRead(chat, actor)
      return { complete: true }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mark_stream_as_read',
    summary: 'Mark messages in a stream as read',
    access: 'mark messages for themselves',
    parameters: { stream_id: streamId },
    response: everything,
    async handle({ chat, actor, input }) {
      await markStreamAsRead(chat, actor, input.stream_id)
      return { complete: true }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mark_topic_as_read',
    summary: 'Mark messages in a topic as read',
    access: 'mark messages for themselves',
    parameters: { stream_id: streamId, topic_name: text('The topic; empty means the whole stream.') },
    response: everything,
    async handle({ chat, actor, input }) {
      await markTopicAsRead(chat, actor, input.stream_id, input.topic_name)
      return { complete: true }
    },
  }),
]

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
