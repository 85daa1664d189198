import type { Audience } from '../audience.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from '../profile-fields/profile-fields-table.ts'
import type { User } from './user.ts'
import { viewUser } from './user-view.ts'

const everyone: Audience = { role: 'everyone' }

export function userAdded(
  user: User,
  owner: User | undefined,
  publicUrl: string,
  profileValues: readonly ProfileValuesTable[] = [],
) {
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

export function userRemoved(user: User) {
  const person = { user_id: user.id, email: user.email, full_name: user.full_name }
  return { type: 'realm_user', audience: everyone, payload: { op: 'remove', person } }
}

/** `changed` holds only what is new, in the words of the wire. */
export function userChanged(user: User, changed: Record<string, unknown>) {
  const person = { user_id: user.id, email: user.email, ...changed }
  return { type: 'realm_user', audience: everyone, payload: { op: 'update', person } }
}

/** Nobody's news; it only tells other processes that a key was changed. */
export function keyChanged(user: User) {
  return { type: 'key_changed', audience: { users: [] }, payload: { user_id: user.id } }
}

export function alertWordsChanged(userId: number, words: readonly string[]) {
  return { type: 'alert_words', audience: { users: [userId] }, payload: { alert_words: words } }
}

export function profileFieldsChanged(fields: readonly ProfileFieldsTable[]) {
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
