import { Type } from '@sinclair/typebox'
import { pictureBytes } from '../../http/one-file.ts'
import { text } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { addEmoji } from './add-emoji.ts'
import { deactivateEmoji } from './deactivate-emoji.ts'
import { listEmoji } from './list-emoji.ts'
import { RealmEmojiSchema } from './realm-emoji-view.ts'

const exact = { additionalProperties: false }
const emojiName = text('Lower-case letters, digits, and `_`, `-` or `.` between them.')

export const realmEmojiRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/emoji',
    summary: 'Get custom emoji',
    description: 'By their ids. Those that are deactivated are still shown in old messages.',
    access: 'users',
    parameters: {},
    response: Type.Object({ emoji: RealmEmojiSchema }, exact),
    handle: ({ chat, actor }) => listEmoji(chat, actor),
  }),
  endpoint({
    method: 'POST',
    path: '/realm/emoji/:emoji_name',
    summary: 'Upload custom emoji',
    description: 'The name of a default emoji can be taken by administrators only.',
    access: 'members',
    file: 'PNG, JPEG, GIF or WebP of at most 5 MiB; it is made as small as an emoji is.',
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
    access: 'members',
    parameters: { emoji_name: emojiName },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deactivateEmoji(chat, actor, input.emoji_name)
      return {}
    },
  }),
]
