import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
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
      topic: text('The topic.'),
      visibility_policy: json('0: the same as the stream; 1: muted; 2: unmuted; 3: followed.', Policy),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await setTopicVisibility(chat, actor, input.stream_id, input.topic, input.visibility_policy)
      return {}
    },
  }),
]
