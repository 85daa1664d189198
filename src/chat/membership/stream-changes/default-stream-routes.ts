import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { setDefaultStream } from './change-default-streams.ts'

const endpoint = endpointOf<ChatPlatform>()

const parameters = { stream_id: json('Id of the stream.', Type.Integer()) }
const nothing = Type.Object({}, { additionalProperties: false })

export const defaultStreamRoutes = [
  endpoint({
    method: 'POST',
    path: '/default_streams',
    summary: 'Add a default stream',
    description: 'New users of the organization are subscribed to it.',
    access: 'change, archive and sort streams',
    parameters,
    response: nothing,
    async handle({ chat, actor, input }) {
      await setDefaultStream(chat, actor, input.stream_id, true)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/default_streams',
    summary: 'Remove a default stream',
    access: 'change, archive and sort streams',
    parameters,
    response: nothing,
    async handle({ chat, actor, input }) {
      await setDefaultStream(chat, actor, input.stream_id, false)
      return {}
    },
  }),
]
