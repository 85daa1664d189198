import { type Static, Type } from '@sinclair/typebox'
import { isoWithOffset } from '../../platform/clock.ts'
import { avatarUrl, hasDefaultAvatar } from '../identity/users/avatar.ts'
import { roleNumber } from '../identity/users/role-numbers.ts'
import { isAdministrator, isBot, isGuest, type User } from '../identity/users/user.ts'
import type { ProfileValuesTable } from './profile-fields/profile-fields-table.ts'

export const ProfileDataSchema = Type.Record(
  Type.String({ pattern: '^[0-9]+$' }),
  Type.Object(
    { value: Type.String(), rendered_value: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  { description: 'Custom profile data by the id of the field (see custom_profile_fields of register).' },
)

export const UserSchema = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
    avatar_url: Type.Union([Type.String(), Type.Null()]),
    is_bot: Type.Boolean(),
    is_admin: Type.Boolean(),
    is_active: Type.Boolean(),
    is_guest: Type.Boolean(),
    role: Type.Integer({ description: '200 administrator, 400 member, 600 guest.' }),
    bot_type: Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Null()]),
    bot_owner: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    bot_owner_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    date_joined: Type.String(),
    timezone: Type.String(),
    profile_data: Type.Optional(ProfileDataSchema),
  },
  { additionalProperties: false },
)

export type UserView = Static<typeof UserSchema>

export interface UserViewOptions {
  publicUrl: string
  clientAvatar: boolean
  ownerEmail?: string | undefined
  profileValues?: readonly ProfileValuesTable[] | undefined
}

export function viewUser(user: User, options: UserViewOptions): UserView {
  const view: UserView = {
    user_id: user.id,
    email: user.email,
    full_name: user.full_name,
    avatar_url: options.clientAvatar && hasDefaultAvatar(user) ? null : avatarUrl(options.publicUrl, user),
    is_bot: isBot(user),
    is_admin: isAdministrator(user),
    is_active: user.is_active === 1,
    is_guest: isGuest(user),
    role: roleNumber(user.role),
    bot_type: user.bot_type,
    date_joined: isoWithOffset(user.date_joined),
    timezone: user.timezone,
  }
  if (isBot(user)) {
    view.bot_owner = options.ownerEmail ?? null
    view.bot_owner_id = user.bot_owner_id
  } else if (options.profileValues) {
    view.profile_data = viewProfileData(options.profileValues)
  }
  return view
}

export function viewProfileData(
  values: readonly ProfileValuesTable[],
): NonNullable<UserView['profile_data']> {
  return Object.fromEntries(
    values.map((row) => [
      String(row.field_id),
      row.rendered_value === null
        ? { value: row.value }
        : { value: row.value, rendered_value: row.rendered_value },
    ]),
  )
}
