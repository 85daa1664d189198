import { Type } from '@sinclair/typebox'
import { hashPassword } from '../../platform/secrets/hash-password.ts'
import { badRequest } from '../chat-error.ts'
import { boolean, integer, json, optional, text } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { profileEntries } from '../people/profile-fields/profile-field-schema.ts'
import { changeUser } from './change-user.ts'
import { closeAccount } from './close-account.ts'
import { checkEmail, checkFullName, createUser } from './create-user.ts'
import { checkEmailDomain } from './domains/check-email-domain.ts'
import { reactivateUser } from './reactivate-user.ts'
import { checkNewPassword, isTooShort } from './sign-in/check-new-password.ts'

const endpoint = endpointOf<Messages>()

const Nothing = Type.Object({}, { additionalProperties: false })
const userId = integer('Id of the user.')

export const accountRoutes = [
  endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    access: 'create, change and close accounts',
    parameters: {
      email: text('Email address of the new user.'),
      password: text('Their first password. One that is too short has to be changed at the first sign-in.'),
      full_name: text('Their name.'),
      short_name: optional(text('Sent by older clients; the server derives it from the email address.')),
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
    description: 'Takes effect at once, also for your API key, sessions, event queues and bots.',
    access: 'change their own account',
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
    access: 'create, change and close accounts',
    parameters: {
      user_id: userId,
      full_name: optional(textOrJson('The new name.')),
      role: optional(json('100 or 200 administrator, 300 or 400 member, 600 guest.', Type.Integer())),
      is_admin: optional(boolean('Sent by older clients instead of the role.')),
      is_guest: optional(boolean('Sent by older clients instead of the role.')),
      profile_data: optional(
        json('The new values of profile fields, with the ids of the fields.', profileEntries),
      ),
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
      'Keeps the account and its messages. Its API key, sessions, event queues and bots are deactivated at once.',
    access: 'create, change and close accounts',
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
      'Restores the API key, role and subscriptions of the account. A bot whose owner is deactivated becomes yours, gets a new key, and leaves the streams that you cannot read.',
    access: 'create, change and close accounts',
    parameters: { user_id: userId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await reactivateUser(chat, actor, input.user_id)
      return {}
    },
  }),
]

/** An administrator creates an account for a person, without an invitation. */
async function addMember(
  chat: Messages,
  { realm }: Actor,
  input: { email: string; fullName: string; password: string },
): Promise<number> {
  // These checks are cheaper than hashing the password.
  checkFullName(input.fullName)
  checkEmail(input.email)
  if (input.password === '') throw badRequest('password must not be empty')
  const isWeakPassword = isTooShort(input.password)
  if (!isWeakPassword) checkNewPassword(input.password)
  await checkEmailDomain(chat.database.read, realm, input.email)
  const passwordHash = await hashPassword(input.password)
  const { user } = await createUser(chat, realm, {
    email: input.email,
    fullName: input.fullName,
    passwordHash,
    isWeakPassword,
  })
  return user.id
}
