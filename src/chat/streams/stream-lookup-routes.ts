import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { integer, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import {
  findStreamId,
  getStream,
  getStreamAddress,
  isUserSubscribed,
  listStreamMembers,
  listStreamsOfUser,
} from './look-up-stream.ts'
import { StreamSchema, viewStream } from './stream-view.ts'

const endpoint = endpointOf<ChatPlatform>()

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
      { subscribers: Type.Array(Type.String(), { description: 'Email addresses.' }) },
      exact,
    ),
    handle: async ({ chat, actor, input }) => ({
      subscribers: await listStreamMembers(chat, actor, input.stream_id),
    }),
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
