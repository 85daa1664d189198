import { Type } from '@sinclair/typebox'
import { boolean, json, optional, otherwise, text } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { streamRetentionParameter } from '../identity/realms/retention-parameters.ts'
import type { Messages } from '../messages/messages.ts'
import { STREAM_DESCRIPTION_LIMIT } from '../streams/stream.ts'
import { createChannel } from './create-channel.ts'

const endpoint = endpointOf<Messages>()

export const channelRoutes = [
  endpoint({
    method: 'POST',
    path: '/channels/create',
    summary: 'Create a stream',
    description: 'Newer clients call streams channels. 409 `CHANNEL_ALREADY_EXISTS` if the name exists.',
    access: 'join and create streams, and add others',
    parameters: {
      name: text('Name of the stream.'),
      description: otherwise(
        textOrJson('What the stream is for.', Type.String({ maxLength: STREAM_DESCRIPTION_LIMIT })),
        '',
      ),
      subscribers: json(
        'Ids of the first subscribers; empty: yourself.',
        Type.Array(Type.Integer(), { maxItems: 10_000 }),
      ),
      invite_only: otherwise(boolean('Whether the stream is private.'), false),
      is_default_stream: otherwise(
        boolean('Whether new people are subscribed; only administrators can set it.'),
        false,
      ),
      history_public_to_subscribers: optional(
        json('Whether new subscribers see older messages.', Type.Union([Type.Boolean(), Type.Null()])),
      ),
      message_retention_days: optional(streamRetentionParameter),
      folder_id: optional(json('Id of its channel folder.', Type.Union([Type.Integer(), Type.Null()]))),
      announce: otherwise(boolean('Announce the stream.'), false),
    },
    response: Type.Object({ id: Type.Integer() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const id = await createChannel(chat, actor, {
        name: input.name,
        description: input.description,
        subscribers: input.subscribers,
        inviteOnly: input.invite_only,
        isDefault: input.is_default_stream,
        historyPublic: input.history_public_to_subscribers ?? undefined,
        retentionDays: input.message_retention_days,
        folderId: input.folder_id ?? null,
        announce: input.announce,
      })
      return { id }
    },
  }),
]
