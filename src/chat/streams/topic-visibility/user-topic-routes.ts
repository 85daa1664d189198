import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { topicName } from '../topic-name.ts'
import { muteTopic, type NamedStream, unmuteTopic } from './mute-topic.ts'
import { setTopicVisibility } from './set-topic-visibility.ts'
import { visibilityPolicy } from './visibility-policy.ts'

const endpoint = endpointOf<ChatPlatform>()

const Policy = Type.Union([
  Type.Literal(visibilityPolicy.none),
  Type.Literal(visibilityPolicy.muted),
  Type.Literal(visibilityPolicy.unmuted),
  Type.Literal(visibilityPolicy.followed),
])

export const userTopicRoutes = [
  endpoint({
    method: 'POST',
    path: '/user_topics',
    summary: 'Update personal preferences for a topic',
    description: 'Unmuted and followed topics are in the home view even if their stream is muted.',
    access: 'arrange their own streams and topics',
    parameters: {
      stream_id: json('Id of the stream.', Type.Integer()),
      topic: topicName('The topic.'),
      visibility_policy: json('0: the same as the stream; 1: muted; 2: unmuted; 3: followed.', Policy),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await setTopicVisibility(chat, actor, input.stream_id, input.topic, input.visibility_policy)
      return {}
    },
  }),
]

export const mutedTopicRoutes = [
  endpoint({
    method: 'PATCH',
    path: '/users/me/subscriptions/muted_topics',
    summary: 'Topic muting',
    description: 'Give exactly one of stream and stream_id.',
    access: 'arrange their own streams and topics',
    parameters: {
      stream: optional(text('Name of the stream.')),
      stream_id: optional(json('Id of the stream.', Type.Integer())),
      topic: topicName('The topic to mute or unmute.'),
      op: text('`add` mutes, `remove` unmutes.', Type.Union([Type.Literal('add'), Type.Literal('remove')])),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const stream = namedStream(input.stream, input.stream_id)
      if (input.op === 'add') await muteTopic(chat, actor, stream, input.topic)
      else if (input.op === 'remove') await unmuteTopic(chat, actor, stream, input.topic)
      else throw badRequest(`Invalid op '${input.op}'`)
      return {}
    },
  }),
]

function namedStream(name: string | undefined, id: number | undefined): NamedStream {
  if (name !== undefined && id !== undefined) throw badRequest("Please choose one: 'stream' or 'stream_id'.")
  if (name !== undefined) return { name }
  if (id !== undefined) return { id }
  throw badRequest("Please supply 'stream'.")
}
