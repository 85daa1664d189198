import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import type { User } from '../identity/users/user.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields/profile-fields-table.ts'
import { type UserView, viewUser } from './user-view.ts'

declare module '../chat-event-map.ts' {
  interface ChatEventMap {
    realm_user:
      | { op: 'add'; person: Omit<UserView, 'is_active' | 'bot_owner'> }
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
  const {
    is_active: _active,
    bot_owner: _owner,
    ...person
  } = viewUser(user, {
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
}: ProfileFieldsTable) => ({
  id,
  name,
  type,
  hint,
  field_data,
  order,
})
