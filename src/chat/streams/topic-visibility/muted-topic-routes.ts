import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { muteTopic, type NamedStream, unmuteTopic } from './mute-topic.ts'

const endpoint = endpointOf<ChatPlatform>()

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
      topic: text('The topic to mute or unmute.'),
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
