import { type Static, Type } from '@sinclair/typebox'
import { isoWithOffset } from '../../platform/clock.ts'
import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import { avatarUrl, avatarVersion, hasDefaultAvatar } from '../identity/users/avatar.ts'
import { roleNumber } from '../identity/users/role-numbers.ts'
import { isAdministrator, isBot, isGuest, type User } from '../identity/users/user.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields/profile-fields-table.ts'

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
    avatar_version: Type.Integer({ description: 'Another number: another picture.' }),
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
    avatar_version: avatarVersion(user),
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

declare module '../chat-event-map.ts' {
  interface ChatEventMap {
    realm_user:
      | { op: 'add'; person: Omit<UserView, 'bot_owner'> }
      | { op: 'remove'; person: { user_id: number; email: string; full_name: string } }
      | { op: 'update'; person: PersonChange & { user_id: number; email: string } }
    key_changed: { user_id: number }
    alert_words: { alert_words: readonly string[] }
    custom_profile_fields: { op: 'update'; fields: readonly ReturnType<typeof viewProfileField>[] }
  }
}

const everyone: Audience = { role: 'everyone' }

export function userAdded(
  user: User,
  owner: User | undefined,
  publicUrl: string,
  profileValues: readonly ProfileValuesTable[] = [],
): NewChatEvent<'realm_user'> {
  const { bot_owner: _owner, ...person } = viewUser(user, {
    publicUrl,
    clientAvatar: false,
    ownerEmail: owner?.email,
    profileValues,
  })
  return { type: 'realm_user', audience: everyone, payload: { op: 'add', person } }
}

export function userRemoved(user: User): NewChatEvent<'realm_user'> {
  const person = { user_id: user.id, email: user.email, full_name: user.full_name }
  return { type: 'realm_user', audience: everyone, payload: { op: 'remove', person } }
}

/** The changed fields of a user, in the wire format. */
export interface PersonChange extends Readonly<Record<string, unknown>> {
  readonly role?: number
}

/** `changed` contains only the changed fields. */
export function userChanged(user: User, changed: PersonChange): NewChatEvent<'realm_user'> {
  const person = { user_id: user.id, email: user.email, ...changed }
  return { type: 'realm_user', audience: everyone, payload: { op: 'update', person } }
}

/** Not for clients: tells other processes that a key was changed. */
export function keyChanged(user: User): NewChatEvent<'key_changed'> {
  return { type: 'key_changed', audience: { users: [] }, payload: { user_id: user.id } }
}

export function alertWordsChanged(userId: number, words: readonly string[]): NewChatEvent<'alert_words'> {
  return { type: 'alert_words', audience: { users: [userId] }, payload: { alert_words: words } }
}

export function profileFieldsChanged(
  fields: readonly ProfileFieldsTable[],
): NewChatEvent<'custom_profile_fields'> {
  return {
    type: 'custom_profile_fields',
    audience: everyone,
    payload: { op: 'update', fields: fields.map(viewProfileField) },
  }
}

export const viewProfileField = ({
  id,
  name,
  type,
  hint,
  field_data,
  sort_order: order,
  required,
  editable_by_user: editable,
}: ProfileFieldsTable) => ({
  id,
  name,
  type,
  hint,
  field_data,
  order,
  required: required === 1,
  editable_by_user: editable === 1,
})
