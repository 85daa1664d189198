import { Type } from '@sinclair/typebox'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { topicName } from '../../streams/topic-name.ts'
import type { Rendering } from '../rendering.ts'
import { deleteTopic, getTopics } from './topic-actions.ts'

const endpoint = endpointOf<Rendering>()

const exact = { additionalProperties: false }
const streamId = integer('Id of the stream.')
const Topic = Type.Object(
  { name: Type.String(), max_id: Type.Integer({ description: 'Id of its newest message.' }) },
  exact,
)

export const topicRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/:stream_id/topics',
    summary: 'Get topics in a stream',
    description: 'Topics with messages that you may read, newest first.',
    access: 'read messages, topics and files',
    parameters: { stream_id: streamId },
    response: Type.Object({ topics: Type.Array(Topic) }, exact),
    handle: async ({ chat, actor, input }) => ({ topics: await getTopics(chat, actor, input.stream_id) }),
  }),
  endpoint({
    method: 'POST',
    path: '/streams/:stream_id/delete_topic',
    summary: 'Delete a topic',
    description:
      'Deletes its messages permanently. If complete is false, repeat the request to delete the rest.',
    access: 'delete topics',
    parameters: { stream_id: streamId, topic_name: topicName('The topic.') },
    response: Type.Object({ complete: Type.Boolean() }, exact),
    handle: async ({ chat, actor, input }) => ({
      complete: await deleteTopic(chat, actor, input.stream_id, input.topic_name),
    }),
  }),
]
