import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { muteUser, unmuteUser } from './mute-user.ts'

const endpoint = endpointOf<ChatPlatform>()

const parameters = { muted_user_id: integer('Id of the user.') }
const response = Type.Object({}, { additionalProperties: false })

export const mutedUserRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/me/muted_users/:muted_user_id',
    summary: 'Mute a user',
    description: 'Their new messages are marked as read for you. They are not notified.',
    access: 'change their own picture, status and words',
    parameters,
    response,
    async handle({ chat, actor, input }) {
      await muteUser(chat, actor, input.muted_user_id)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/muted_users/:muted_user_id',
    summary: 'Unmute a user',
    access: 'change their own picture, status and words',
    parameters,
    response,
    async handle({ chat, actor, input }) {
      await unmuteUser(chat, actor, input.muted_user_id)
      return {}
    },
  }),
]
