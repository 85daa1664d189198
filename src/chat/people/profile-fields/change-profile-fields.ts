import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import { profileFieldsChanged } from '../user-events.ts'
import { removeValue } from './change-profile.ts'
import { checkFieldData, checkFieldHint, checkFieldName, type FieldData } from './check-profile-field.ts'
import { choicesOf } from './check-profile-value.ts'
import {
  deleteProfileField,
  findProfileField,
  listValuesOfField,
  updateProfileField,
} from './profile-field-store.ts'
import { isProfileFieldType, knownAccounts, profileFieldTypes } from './profile-field-types.ts'
import type { ProfileFieldsTable } from './profile-fields-table.ts'
import { insertProfileField, listProfileFields } from './profile-value-store.ts'

/** Every starting client receives the profiles of everyone. */
const FIELDS_LIMIT = 100

export interface NewProfileField {
  name: string
  hint: string
  type: number
  data: FieldData
}

export function addProfileField(
  chat: ChatPlatform,
  { realm }: Actor,
  input: NewProfileField,
): Promise<number> {
  if (!isProfileFieldType(input.type)) throw badRequest('Invalid field type.')
  const checked = {
    name: checkFieldName(input.name.trim() || knownName(input)),
    hint: checkFieldHint(input.hint),
    field_data: checkFieldData(input.type, input.data),
  }
  return chat.transact(realm.id, async (transaction) => {
    const known = await listProfileFields(transaction.db, realm.id)
    if (known.length >= FIELDS_LIMIT) throw badRequest(`Too many profile fields (limit: ${FIELDS_LIMIT})`)
    refuseKnownName(known, checked.name)
    const id = await transaction.next('profile_fields')
    const field = { realm_id: realm.id, id, type: input.type, ...checked, sort_order: id }
    await insertProfileField(transaction.db, field)
    await announceFields(transaction, realm.id)
    return id
  })
}

/** undefined: unchanged. */
export interface ProfileFieldChange {
  name: string | undefined
  hint: string | undefined
  data: FieldData | undefined
}

export function changeProfileField(
  chat: ChatPlatform,
  { realm }: Actor,
  fieldId: number,
  change: ProfileFieldChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const field = await accessProfileField(transaction, realm.id, fieldId)
    const changed: ProfileFieldsTable = {
      ...field,
      name: change.name === undefined ? field.name : checkFieldName(change.name),
      hint: change.hint === undefined ? field.hint : checkFieldHint(change.hint),
      field_data: change.data === undefined ? field.field_data : checkFieldData(field.type, change.data),
    }
    const others = (await listProfileFields(db, realm.id)).filter((other) => other.id !== fieldId)
    refuseKnownName(others, changed.name)
    const { name, hint, field_data } = changed
    await updateProfileField(db, realm.id, fieldId, { name, hint, field_data })
    await announceFields(transaction, realm.id)
    await dropLostChoices(transaction, changed)
  })
}

export function removeProfileField(chat: ChatPlatform, { realm }: Actor, fieldId: number): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    await accessProfileField(transaction, realm.id, fieldId)
    await deleteProfileField(transaction.db, realm.id, fieldId)
    await announceFields(transaction, realm.id)
  })
}

export function orderProfileFields(
  chat: ChatPlatform,
  { realm }: Actor,
  order: readonly number[],
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const fields = await listProfileFields(transaction.db, realm.id)
    if (fields.some(({ id }) => !order.includes(id))) throw badRequest('Invalid order mapping.')
    for (const { id } of fields)
      await updateProfileField(transaction.db, realm.id, id, { sort_order: order.indexOf(id) })
    await announceFields(transaction, realm.id)
  })
}

/** Deletes values that refer to removed choices. */
async function dropLostChoices(transaction: ChatTransaction, field: ProfileFieldsTable): Promise<void> {
  if (field.type !== profileFieldTypes.CHOICE.id) return
  const choices = choicesOf(field)
  const values = await listValuesOfField(transaction.db, field.realm_id, field.id)
  const lost = values.filter((row) => !choices.includes(row.value)).map((row) => row.user_id)
  for (let start = 0; start < lost.length; start += 500) {
    const users = await findUsers(transaction.db, field.realm_id, lost.slice(start, start + 500))
    for (const user of users) await removeValue(transaction, user, field.id)
  }
}

async function accessProfileField({ db }: ChatTransaction, realmId: number, id: number) {
  const field = await findProfileField(db, realmId, id)
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}

async function announceFields(transaction: ChatTransaction, realmId: number): Promise<void> {
  transaction.announce(profileFieldsChanged(await listProfileFields(transaction.db, realmId)))
}

function refuseKnownName(fields: readonly ProfileFieldsTable[], name: string): void {
  if (fields.some((field) => field.name === name)) throw badRequest('A field with that label already exists.')
}

/** Well-known accounts need no label of their own. */
function knownName({ type, data }: NewProfileField): string {
  const { subtype } = data as { subtype?: string }
  if (type !== profileFieldTypes.EXTERNAL_ACCOUNT.id || !Object.hasOwn(knownAccounts, subtype ?? ''))
    return ''
  return knownAccounts[subtype as keyof typeof knownAccounts].name
}
