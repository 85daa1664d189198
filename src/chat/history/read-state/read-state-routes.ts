import { Type } from '@sinclair/typebox'
import { json, text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from './mark-as-read.ts'

const streamId = json('Id of the stream.', Type.Integer())
const nothing = Type.Object({}, { additionalProperties: false })

export const readStateRoutes = [
  endpoint({
    method: 'POST',
    path: '/mark_all_as_read',
    summary: 'Mark all messages as read',
    access: 'users',
    parameters: {},
    response: nothing,
    async handle({ chat, actor }) {
      await markAllAsRead(chat, actor)
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mark_stream_as_read',
    summary: 'Mark messages in a stream as read',
    access: 'users',
    parameters: { stream_id: streamId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await markStreamAsRead(chat, actor, input.stream_id)
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/mark_topic_as_read',
    summary: 'Mark messages in a topic as read',
    access: 'users',
    parameters: { stream_id: streamId, topic_name: text('The topic; empty means the whole stream.') },
    response: nothing,
    async handle({ chat, actor, input }) {
      await markTopicAsRead(chat, actor, input.stream_id, input.topic_name)
      return {}
    },
  }),
]
