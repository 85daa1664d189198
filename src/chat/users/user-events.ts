import type { Audience } from '../audience.ts'
import type { ProfileFieldsTable } from '../profile-fields/profile-fields-table.ts'
import { avatarUrl } from './avatar.ts'
import { isAdministrator, type User } from './user.ts'
import { viewUser } from './user-view.ts'

const everyone: Audience = { role: 'everyone' }

export function userAdded(user: User, owner: User | undefined, publicUrl: string) {
  const {
    is_active: _active,
    bot_owner: _owner,
    ...person
  } = viewUser(user, {
    publicUrl,
    clientAvatar: false,
    ownerEmail: owner?.email,
    profileValues: [],
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

/**
 * For the owner and the administrators, with the key. The log is a table like any other, so the key
 * stays sealed there and is opened at delivery (see event-delivery/shape-event.ts).
 */
export function botAdded(
  bot: User,
  owner: User | undefined,
  administrators: readonly User[],
  publicUrl: string,
) {
  const users = administrators.map((user) => user.id)
  if (owner && !isAdministrator(owner)) users.push(owner.id)
  return {
    type: 'realm_bot',
    audience: { users },
    payload: { op: 'add', bot: viewOwnBot(bot, owner, publicUrl) },
  }
}

export function viewOwnBot(bot: User, owner: User | undefined, publicUrl: string) {
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.full_name,
    bot_type: bot.bot_type,
    is_active: bot.is_active === 1,
    avatar_url: avatarUrl(publicUrl, bot),
    owner_id: bot.bot_owner_id,
    owner: owner?.email ?? null,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    sealed_api_key: bot.api_key_sealed,
  }
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
