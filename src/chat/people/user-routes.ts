import { Type } from '@sinclair/typebox'
import { alias, boolean, otherwise, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { getUser } from './get-user.ts'
import { listMembers } from './list-members.ts'
import type { People } from './people.ts'
import { UserSchema } from './user-view.ts'

const endpoint = endpointOf<People>()

const viewParameters = {
  client_avatar: otherwise(
    alias(boolean('The client generates default avatars itself.'), 'client_gravatar'),
    false,
  ),
  include_custom_profile_fields: otherwise(boolean('Include custom profile data.'), false),
}

export const userRoutes = [
  endpoint({
    method: 'GET',
    path: '/users',
    summary: 'Get all users',
    access: 'see people',
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
    access: 'see people',
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
