import { Type } from '@sinclair/typebox'
import { getProfile } from '../accounts/own-settings/get-profile.ts'
import { alias, boolean, otherwise, text } from '../http/parameter.ts'
import { endpoint } from '../identity/calls/endpoint.ts'
import { getUser } from './get-user.ts'
import { listMembers } from './list-members.ts'
import { ProfileDataSchema, UserSchema } from './user-view.ts'

const viewParameters = {
  client_avatar: otherwise(
    alias(boolean('The client makes default avatars itself.'), 'client_gravatar'),
    false,
  ),
  include_custom_profile_fields: otherwise(boolean('Include custom profile data.'), false),
}

export const userRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Get profile',
    access: 'users',
    parameters: {},
    response: Type.Object(
      {
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        short_name: Type.String(),
        avatar_url: Type.String(),
        client_id: Type.String(),
        is_admin: Type.Boolean(),
        is_guest: Type.Boolean(),
        is_bot: Type.Boolean(),
        pointer: Type.Integer({ description: 'Id of the message that the pointer is on; -1: none.' }),
        max_message_id: Type.Integer({ description: 'Id of the last message sent by this user; -1: none.' }),
        profile_data: Type.Optional(ProfileDataSchema),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor }) => getProfile(chat, actor),
  }),
  endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Get all users',
    access: 'users',
    parameters: viewParameters,
    response: Type.Object({ members: Type.Array(UserSchema) }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return {
        members: await listMembers(chat, actor.realm, {
          clientAvatar: input.client_avatar,
          includeProfileData: input.include_custom_profile_fields,
        }),
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:user_id',
    summary: 'Get a user',
    access: 'users',
    parameters: { user_id: text('Id or email address of the user.'), ...viewParameters },
    response: Type.Object({ user: UserSchema }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      return {
        user: await getUser(chat, actor.realm, input.user_id, {
          clientAvatar: input.client_avatar,
          includeProfileData: input.include_custom_profile_fields,
        }),
      }
    },
  }),
]
