import { Type } from '@sinclair/typebox'
import { confusingArguments } from '../../chat-error.ts'
import { boolean, integer, json, optional } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { streamRetentionParameter } from '../../identity/realms/retention-parameters.ts'
import type { Messages } from '../../messages/messages.ts'
import { STREAM_DESCRIPTION_LIMIT } from '../../streams/stream.ts'
import { archiveStream } from './archive-stream.ts'
import { changeStream } from './change-stream.ts'

const endpoint = endpointOf<Messages>()

const streamId = integer('Id of the stream.')
const nothing = Type.Object({}, { additionalProperties: false })

export const streamChangeRoutes = [
  endpoint({
    method: 'PATCH',
    path: '/streams/:stream_id',
    summary: 'Update a stream',
    description: 'Only subscribers of a private stream can make it public or change its history.',
    access: 'change, archive and sort streams',
    parameters: {
      stream_id: streamId,
      new_name: optional(textOrJson('The new name: at most 60 characters.')),
      description: optional(
        textOrJson('The new description.', Type.String({ maxLength: STREAM_DESCRIPTION_LIMIT })),
      ),
      is_private: optional(boolean('Accessible only to invited people.')),
      history_public_to_subscribers: optional(
        boolean('Whether new subscribers of a private stream see older messages.'),
      ),
      is_announcement_only: optional(boolean('Only administrators can post.')),
      stream_post_policy: optional(
        json(
          '1: everybody can post; 2: only administrators.',
          Type.Union([Type.Literal(1), Type.Literal(2)]),
        ),
      ),
      message_retention_days: optional(streamRetentionParameter),
      folder_id: optional(
        json('Id of its channel folder; null: none.', Type.Union([Type.Integer(), Type.Null()])),
      ),
      is_default_stream: optional(boolean('New users are subscribed to it.')),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeStream(chat, actor, input.stream_id, {
        name: input.new_name,
        description: input.description,
        isPrivate: input.is_private,
        historyPublic: input.history_public_to_subscribers,
        announcementOnly: announcementOnly(input.is_announcement_only, input.stream_post_policy),
        isDefault: input.is_default_stream,
        retentionDays: input.message_retention_days,
        folderId: input.folder_id,
      })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/streams/:stream_id',
    summary: 'Archive a stream',
    description: 'Users keep the messages that they received; in a private stream, only its subscribers do.',
    access: 'change, archive and sort streams',
    parameters: { stream_id: streamId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await archiveStream(chat, actor, input.stream_id)
      return {}
    },
  }),
]

/** Two parameters for the same setting. */
function announcementOnly(flag: boolean | undefined, policy: 1 | 2 | undefined): boolean | undefined {
  if (policy === undefined) return flag
  if (flag !== undefined && flag !== (policy === 2)) {
    throw confusingArguments('stream_post_policy', 'is_announcement_only')
  }
  return policy === 2
}
