import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { checkValue } from '../../http/check-value.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { profileFieldsChanged } from '../user-events.ts'
import { removeValue } from './change-profile.ts'
import { choicesOf, isWebAddress } from './check-profile-value.ts'
import { isProfileFieldType, knownAccounts, profileFieldTypes } from './profile-field-types.ts'
import { type ProfileFieldsTable, profileFieldsTable, profileValuesTable } from './profile-fields-table.ts'

const NAME_LIMIT = 40

const HINT_LIMIT = 80

const FIELD_DATA_LIMIT = 10_000

const Choice = Type.Object({ text: Type.String(), order: Type.String() }, { additionalProperties: false })

const Account = Type.Object(
  { subtype: Type.String(), url_pattern: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

/** Every starting client receives the profiles of everyone. */
const FIELDS_LIMIT = 100

export interface NewProfileField {
  name: string
  hint: string
  type: number
  data: FieldData
  required: boolean
  editable: boolean
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
    required: input.required ? 1 : 0,
    editable_by_user: input.editable ? 1 : 0,
  }
  return chat.transact(realm.id, async (transaction) => {
    const known = await profileFieldsTable.list(transaction.db, { realm_id: realm.id })
    if (known.length >= FIELDS_LIMIT) throw badRequest(`Too many profile fields (limit: ${FIELDS_LIMIT})`)
    refuseKnownName(known, checked.name)
    const id = await transaction.next('profile_fields')
    const field = { realm_id: realm.id, id, type: input.type, ...checked, sort_order: id }
    await profileFieldsTable.insert(transaction.db, field)
    await announceFields(transaction, realm.id)
    return id
  })
}

/** undefined: unchanged. */
export interface ProfileFieldChange {
  name: string | undefined
  hint: string | undefined
  data: FieldData | undefined
  required: boolean | undefined
  editable: boolean | undefined
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
      required: Number(change.required ?? field.required),
      editable_by_user: Number(change.editable ?? field.editable_by_user),
    }
    const others = (await profileFieldsTable.list(db, { realm_id: realm.id })).filter(
      (other) => other.id !== fieldId,
    )
    refuseKnownName(others, changed.name)
    const { realm_id, id, type, sort_order, ...columns } = changed
    await profileFieldsTable.update(db, { realm_id, id }, columns)
    await announceFields(transaction, realm.id)
    await dropLostChoices(transaction, changed)
  })
}

export function removeProfileField(chat: ChatPlatform, { realm }: Actor, fieldId: number): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    await accessProfileField(transaction, realm.id, fieldId)
    await profileValuesTable.removeWhere(transaction.db, { realm_id: realm.id, field_id: fieldId })
    await profileFieldsTable.remove(transaction.db, { realm_id: realm.id, id: fieldId })
    await announceFields(transaction, realm.id)
  })
}

export function orderProfileFields(
  chat: ChatPlatform,
  { realm }: Actor,
  order: readonly number[],
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const fields = await profileFieldsTable.list(transaction.db, { realm_id: realm.id })
    if (fields.some(({ id }) => !order.includes(id))) throw badRequest('Invalid order mapping.')
    for (const { id } of fields)
      await profileFieldsTable.update(
        transaction.db,
        { realm_id: realm.id, id },
        { sort_order: order.indexOf(id) },
      )
    await announceFields(transaction, realm.id)
  })
}

/** Deletes values that refer to removed choices. */
async function dropLostChoices(transaction: ChatTransaction, field: ProfileFieldsTable): Promise<void> {
  if (field.type !== profileFieldTypes.CHOICE.id) return
  const choices = choicesOf(field)
  const values = await profileValuesTable.list(transaction.db, {
    realm_id: field.realm_id,
    field_id: field.id,
  })
  const lost = values.filter((row) => !choices.includes(row.value)).map((row) => row.user_id)
  for (let start = 0; start < lost.length; start += 500) {
    const users = await usersTable.list(transaction.db, {
      realm_id: field.realm_id,
      id: lost.slice(start, start + 500),
    })
    for (const user of users) await removeValue(transaction, user, field.id)
  }
}

async function accessProfileField({ db }: ChatTransaction, realmId: number, id: number) {
  const field = await profileFieldsTable.find(db, { realm_id: realmId, id })
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}

async function announceFields(transaction: ChatTransaction, realmId: number): Promise<void> {
  transaction.announce(
    profileFieldsChanged(await profileFieldsTable.list(transaction.db, { realm_id: realmId })),
  )
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

/** The options of a choice, or the address of an external account. */
type FieldData = Record<string, unknown>

function checkFieldName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('Label cannot be blank.')
  complain(checkValue(Type.String({ maxLength: NAME_LIMIT }), trimmed, 'name'))
  return trimmed
}

function checkFieldHint(hint: string): string {
  complain(checkValue(Type.String({ maxLength: HINT_LIMIT }), hint, 'hint'))
  return hint
}

/** Returns the stored format: empty for types that have no data. */
function checkFieldData(type: number, data: FieldData): string {
  if (type === profileFieldTypes.CHOICE.id) checkChoices(data)
  else if (type === profileFieldTypes.EXTERNAL_ACCOUNT.id) checkAccount(data)
  else return ''
  const text = JSON.stringify(data)
  complain(checkValue(Type.String({ maxLength: FIELD_DATA_LIMIT }), text, 'field_data'))
  return text
}

function checkChoices(data: FieldData): void {
  const entries = Object.entries(data)
  if (entries.length === 0) throw badRequest('Field must have at least one choice.')
  for (const [key, value] of entries) {
    if (key.trim() === '') throw badRequest("'value' cannot be blank.")
    complain(checkValue(Choice, value, 'field_data'))
    complain(checkValue(Type.String(), key, 'field_data'))
  }
  const texts = entries.map(([, value]) => (value as { text: string }).text)
  if (new Set(texts).size < texts.length) throw badRequest('Field must not have duplicate choices.')
}

function checkAccount(data: FieldData): void {
  complain(checkValue(Account, data, 'field_data'))
  const { subtype, url_pattern: pattern } = data as { subtype: string; url_pattern?: string }
  if (Object.hasOwn(knownAccounts, subtype)) return
  if (subtype !== 'custom') throw badRequest('Invalid external account type')
  if (pattern === undefined) throw badRequest('Custom external account must define URL pattern')
  const parts = pattern.split('%(username)s')
  if (parts.length !== 2) throw badRequest('URL pattern must contain exactly one %(username)s.')
  if (!isWebAddress(parts.join('username'))) throw badRequest('url_pattern is not a URL')
}

function complain(complaint: string | undefined): void {
  if (complaint !== undefined) throw badRequest(complaint)
}
