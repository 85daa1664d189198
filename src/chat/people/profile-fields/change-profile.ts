import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import { userChanged } from '../user-events.ts'
import { checkProfileValue } from './check-profile-value.ts'
import { isRendered } from './profile-field-types.ts'
import { type ProfileFieldsTable, profileFieldsTable, profileValuesTable } from './profile-fields-table.ts'

/** An empty value deletes the old one. */
export interface ProfileEntry {
  id: number
  value: string | readonly number[] | null
}

export function changeOwnProfile(
  chat: ChatPlatform,
  actor: Actor,
  entries: readonly ProfileEntry[],
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    if (!may(actor.user, 'create, change and close accounts'))
      await refuseFixed(transaction, actor.user, entries)
    await changeProfile(transaction, actor.user, entries)
  })
}

async function refuseFixed(
  transaction: ChatTransaction,
  user: User,
  entries: readonly ProfileEntry[],
): Promise<void> {
  for (const { id } of entries) {
    const field = await accessField(transaction, user, id)
    if (!field.editable_by_user) throw badRequest(`Only administrators can change '${field.name}'.`)
  }
}

/** Validates everything before storing anything. Unchanged values are not announced. */
export async function changeProfile(
  transaction: ChatTransaction,
  user: User,
  entries: readonly ProfileEntry[],
): Promise<void> {
  const { db } = transaction
  const wanted = new Map<ProfileFieldsTable, string>()
  for (const { id, value } of entries) {
    const field = await accessField(transaction, user, id)
    wanted.set(field, value === null || value.length === 0 ? '' : await checkProfileValue(db, field, value))
  }
  for (const [field, value] of wanted) {
    if (value === '') await removeValue(transaction, user, field.id)
    else await storeValue(transaction, user, field, value)
  }
}

export function removeFromOwnProfile(
  chat: ChatPlatform,
  actor: Actor,
  fieldIds: readonly number[],
): Promise<void> {
  const entries = fieldIds.map((id) => ({ id, value: null }))
  return changeOwnProfile(chat, actor, entries)
}

export async function storeValue(
  transaction: ChatTransaction,
  user: User,
  field: ProfileFieldsTable,
  value: string,
): Promise<void> {
  const known = await findValue(transaction, user, field.id)
  if (known?.value === value) return
  const rendered = isRendered(field.type) ? renderShortText(value) : null
  await profileValuesTable.put(transaction.db, {
    realm_id: user.realm_id,
    user_id: user.id,
    field_id: field.id,
    value,
    rendered_value: rendered,
  })
  const change = { id: field.id, value, ...(rendered !== null && { rendered_value: rendered }) }
  transaction.announce(userChanged(user, { custom_profile_field: change }))
}

export async function removeValue(transaction: ChatTransaction, user: User, fieldId: number): Promise<void> {
  if (!(await findValue(transaction, user, fieldId))) return
  await profileValuesTable.remove(transaction.db, {
    realm_id: user.realm_id,
    user_id: user.id,
    field_id: fieldId,
  })
  const change = { id: fieldId, value: null, rendered_value: null }
  transaction.announce(userChanged(user, { custom_profile_field: change }))
}

async function findValue({ db }: ChatTransaction, user: User, fieldId: number) {
  const values = await profileValuesTable.list(db, { realm_id: user.realm_id, user_id: user.id })
  return values.find((row) => row.field_id === fieldId)
}

async function accessField({ db }: ChatTransaction, user: User, id: number): Promise<ProfileFieldsTable> {
  const field = await profileFieldsTable.find(db, { realm_id: user.realm_id, id })
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}
