import { Type } from '@sinclair/typebox'
import { PreparedAnswer } from '../http/envelope.ts'
import { type JsonText, writeFields } from '../http/json-text.ts'
import { alias, boolean, otherwise, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { type MemberOptions, viewMember, writeOnce } from './members.ts'
import type { People } from './people.ts'
import { noSuchUser } from './user-access.ts'
import { UserSchema, type UserView } from './user-events.ts'

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
      const members = await listMembers(chat, actor.realm, {
        clientAvatar: input.client_avatar,
        includeProfileData: input.include_custom_profile_fields,
      })
      return new PreparedAnswer(writeFields({ members }))
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

/** All users of the organization, including deactivated people and bots, but not its notification bot. */
async function listMembers(
  chat: People,
  realm: Realm,
  options: Omit<MemberOptions, 'publicUrl'>,
): Promise<JsonText> {
  const members = await chat.members.require(realm.id)
  const { publicUrl } = chat.config
  return writeOnce(members, `members ${JSON.stringify(options)}`, () =>
    members.users
      .filter((user) => !user.is_system)
      .map((user) => viewMember(members, user, { ...options, publicUrl })),
  )
}

/** Finds a user by id or email address, including deactivated people and the notification bot. */
async function getUser(
  chat: People,
  realm: Realm,
  named: string,
  options: Omit<MemberOptions, 'publicUrl'>,
): Promise<UserView> {
  const members = await chat.members.require(realm.id)
  const emailKey = named.trim().toLowerCase()
  const user = /^\d{1,15}$/.test(named)
    ? members.byId.get(Number(named))
    : members.users.find((one) => one.email_key === emailKey)
  if (!user) throw noSuchUser()
  return viewMember(members, user, { ...options, publicUrl: chat.config.publicUrl })
}
