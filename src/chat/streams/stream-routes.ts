import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { boolean, otherwise } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { listVisibleStreams } from './list-visible-streams.ts'
import { StreamSchema, viewStream } from './stream-view.ts'

const endpoint = endpointOf<ChatPlatform>()

export const streamRoutes = [
  endpoint({
    method: 'GET',
    path: '/streams',
    summary: 'Get all streams',
    access: 'see streams',
    parameters: {
      include_public: otherwise(boolean('Include all public streams.'), true),
      include_subscribed: otherwise(boolean('Include streams that you are subscribed to.'), true),
      include_all_active: otherwise(boolean('Include all active streams; administrators only.'), false),
      include_default: otherwise(boolean('Include the default streams, and mark them.'), false),
      include_owner_subscribed: otherwise(boolean("For a bot: include its owner's streams."), false),
    },
    response: Type.Object({ streams: Type.Array(StreamSchema) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const streams = await listVisibleStreams(chat.database.read, actor, {
        includePublic: input.include_public,
        includeSubscribed: input.include_subscribed,
        includeAllActive: input.include_all_active,
        includeDefault: input.include_default,
        includeOwnerSubscribed: input.include_owner_subscribed,
      })
      return {
        streams: streams.map((stream) => ({
          ...viewStream(stream),
          ...(input.include_default && { is_default: stream.is_default === 1 }),
        })),
      }
    },
  }),
]
