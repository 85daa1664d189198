import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { pictureBytes } from '../../http/one-file.ts'
import { text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { listEmoji } from './list-emoji.ts'
import { addEmoji, deactivateEmoji } from './realm-emoji-actions.ts'
import { RealmEmojiSchema } from './realm-emoji-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const emojiName = text('Lower-case letters, digits, and `_`, `-` or `.` between them.')

export const realmEmojiRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/emoji',
    summary: 'Get custom emoji',
    description: 'Custom emoji by id, including deactivated ones, which old messages still show.',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({ emoji: RealmEmojiSchema }, exact),
    handle: ({ chat, actor }) => listEmoji(chat, actor),
  }),
  endpoint({
    method: 'POST',
    path: '/realm/emoji/:emoji_name',
    summary: 'Upload custom emoji',
    description: 'Only administrators can use the name of a default emoji.',
    access: 'add emoji',
    file: 'PNG, JPEG, GIF or WebP of at most 5 MiB; it is scaled down.',
    fileBytes: pictureBytes,
    parameters: { emoji_name: emojiName },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input, files }) {
      await addEmoji(chat, actor, input.emoji_name, files)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/emoji/:emoji_name',
    summary: 'Deactivate custom emoji',
    description: 'For its author and administrators.',
    access: 'remove emoji',
    parameters: { emoji_name: emojiName },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deactivateEmoji(chat, actor, input.emoji_name)
      return {}
    },
  }),
]
