import { Type } from '@sinclair/typebox'
import { boolean, integer, json, optional, text } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpoint } from '../identity/calls/endpoint.ts'
import { profileEntries } from '../people/profile-fields/profile-field-schema.ts'
import { addMember } from './add-member.ts'
import { changeUser } from './change-user.ts'
import { closeAccount } from './close-account.ts'
import { reactivateUser } from './reactivate-user.ts'

const Nothing = Type.Object({}, { additionalProperties: false })
const userId = integer('Id of the user.')

export const accountRoutes = [
  endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    access: 'administrators',
    parameters: {
      email: text('Email address of the new user.'),
      password: text('Their first password.'),
      full_name: text('Their name.'),
      short_name: optional(text('Sent by older clients; the server makes it from the address.')),
    },
    response: Type.Object({ user_id: Type.Integer() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const { email, password, full_name: fullName } = input
      return { user_id: await addMember(chat, actor, { email, password, fullName }) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me',
    summary: 'Deactivate your own account',
    description:
      'At once: the key, the sessions and the event queues end with it, and the bots that you own.',
    access: 'humans',
    parameters: {},
    response: Nothing,
    async handle({ chat, actor }) {
      await closeAccount(chat, actor, actor.user.id)
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/users/:user_id',
    summary: 'Update a user',
    access: 'administrators',
    parameters: {
      user_id: userId,
      full_name: optional(textOrJson('The new name.')),
      role: optional(json('100 or 200 administrator, 300 or 400 member, 600 guest.', Type.Integer())),
      is_admin: optional(boolean('Sent by older clients in place of the role.')),
      is_guest: optional(boolean('Sent by older clients in place of the role.')),
      profile_data: optional(json('What is to be in which field of the profile.', profileEntries)),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await changeUser(chat, actor, input.user_id, {
        fullName: input.full_name,
        role: input.role,
        isAdmin: input.is_admin,
        isGuest: input.is_guest,
        profileData: input.profile_data,
      })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:user_id',
    summary: 'Deactivate a user',
    description:
      'The account and what it wrote stay. Its key, its sessions and event queues, and its bots end at once.',
    access: 'administrators',
    parameters: { user_id: userId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await closeAccount(chat, actor, input.user_id)
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/:user_id/reactivate',
    summary: 'Reactivate a user',
    description:
      'With the key, the role and the subscriptions that the account had. A bot whose owner is deactivated becomes yours, with a new key, and leaves what you cannot read.',
    access: 'administrators',
    parameters: { user_id: userId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await reactivateUser(chat, actor, input.user_id)
      return {}
    },
  }),
]
