import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { featureLevel, IDS_LEVEL } from '../http/feature-level.ts'
import { boolean, integer, otherwise, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { listVisibleStreams } from './list-visible-streams.ts'
import {
  findStreamId,
  getStream,
  getStreamAddress,
  isUserSubscribed,
  listStreamMembers,
  listStreamsOfUser,
} from './look-up-stream.ts'
import { StreamSchema, viewStream } from './stream-events.ts'

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

const exact = { additionalProperties: false }
const streamId = integer('Id of the stream.')

export const streamLookupRoutes = [
  endpoint({
    method: 'GET',
    path: '/get_stream_id',
    summary: 'Get the id of a stream',
    access: 'see streams',
    parameters: { stream: text('Name of the stream.') },
    response: Type.Object({ stream_id: Type.Integer() }, exact),
    handle: async ({ chat, actor, input }) => ({ stream_id: await findStreamId(chat, actor, input.stream) }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/:stream_id',
    summary: 'Get a stream',
    access: 'see streams',
    parameters: { stream_id: streamId },
    response: Type.Object({ stream: StreamSchema }, exact),
    handle: async ({ chat, actor, input }) => ({
      stream: viewStream(await getStream(chat, actor, input.stream_id)),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/:stream_id/email_address',
    summary: 'Get the mail address of a stream',
    description: 'Mail to it becomes messages of the stream, if the server accepts mail.',
    access: 'see streams',
    parameters: { stream_id: streamId },
    response: Type.Object({ email: Type.String() }, exact),
    handle: async ({ chat, actor, input }) => ({
      email: await getStreamAddress(chat, actor, input.stream_id),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/streams/:stream_id/members',
    summary: 'Get the subscribers of a stream',
    access: 'see streams',
    parameters: { stream_id: streamId },
    response: Type.Object(
      {
        subscribers: Type.Union([Type.Array(Type.String()), Type.Array(Type.Integer())], {
          description: 'Email addresses; ids for clients of newer levels.',
        }),
      },
      exact,
    ),
    async handle({ chat, actor, input, request }) {
      const members = await listStreamMembers(chat, actor, input.stream_id)
      const isById = featureLevel(request) >= IDS_LEVEL
      return { subscribers: isById ? members.map(({ id }) => id) : members.map(({ email }) => email) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id/subscriptions/:stream_id',
    summary: 'Get the subscription of a user',
    access: 'see streams',
    parameters: { user_id: integer('Id of the user.'), stream_id: streamId },
    response: Type.Object({ is_subscribed: Type.Boolean() }, exact),
    handle: async ({ chat, actor, input }) => ({
      is_subscribed: await isUserSubscribed(chat, actor, input.user_id, input.stream_id),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id/channels',
    summary: 'Get the streams of a user',
    description: 'Only the streams that you may know of.',
    access: 'see streams',
    parameters: { user_id: integer('Id of the user.') },
    response: Type.Object({ subscribed_channel_ids: Type.Array(Type.Integer()) }, exact),
    handle: async ({ chat, actor, input }) => ({
      subscribed_channel_ids: await listStreamsOfUser(chat, actor, input.user_id),
    }),
  }),
]
