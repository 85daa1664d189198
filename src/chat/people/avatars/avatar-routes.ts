import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { onePicture, pictureBytes } from '../../http/one-file.ts'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { removeAvatar, setAvatar } from './set-avatar.ts'
import { removeBotAvatar, setBotAvatar } from './set-bot-avatar.ts'

const endpoint = endpointOf<ChatPlatform>()

const response = Type.Object({ avatar_url: Type.String() }, { additionalProperties: false })

const file = 'PNG, JPEG, GIF or WebP of at most 5 MiB; its center is cropped to a square.'
const botId = integer('Id of the bot.')

export const avatarRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/avatar',
    summary: 'Upload your avatar',
    description: 'The metadata of the file is dropped.',
    access: 'change their own picture, status and words',
    file,
    fileBytes: pictureBytes,
    parameters: {},
    response,
    async handle({ chat, actor, files }) {
      const picture = onePicture(files, 'You must upload exactly one avatar.')
      return { avatar_url: await setAvatar(chat, actor, actor.user, picture) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/avatar',
    summary: 'Delete your avatar',
    description: 'Restores the one that is generated from your name.',
    access: 'change their own picture, status and words',
    parameters: {},
    response,
    async handle({ chat, actor }) {
      return { avatar_url: await removeAvatar(chat, actor, actor.user) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/bots/:bot_id/avatar',
    summary: 'Upload the avatar of a bot',
    description: 'For its owner and administrators.',
    access: 'change and disable bots',
    file,
    fileBytes: pictureBytes,
    parameters: { bot_id: botId },
    response,
    async handle({ chat, actor, input, files }) {
      const picture = onePicture(files, 'You must upload exactly one avatar.')
      return { avatar_url: await setBotAvatar(chat, actor, input.bot_id, picture) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/bots/:bot_id/avatar',
    summary: 'Delete the avatar of a bot',
    description: 'For its owner and administrators.',
    access: 'change and disable bots',
    parameters: { bot_id: botId },
    response,
    async handle({ chat, actor, input }) {
      return { avatar_url: await removeBotAvatar(chat, actor, input.bot_id) }
    },
  }),
]
