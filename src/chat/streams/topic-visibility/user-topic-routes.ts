import { Type } from '@sinclair/typebox'
import { json, text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { setTopicVisibility } from './set-topic-visibility.ts'
import { visibilityPolicy } from './visibility-policy.ts'

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
    description: 'Topics that are unmuted or followed are in the home view although their stream is muted.',
    access: 'users',
    parameters: {
      stream_id: json('Id of the stream.', Type.Integer()),
      topic: text('The topic.'),
      visibility_policy: json('0: as the stream is; 1: muted; 2: unmuted; 3: followed.', Policy),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await setTopicVisibility(chat, actor, input.stream_id, input.topic, input.visibility_policy)
      return {}
    },
  }),
]
