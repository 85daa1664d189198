import { Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import { checkValue } from '../../http/check-value.ts'
import { isWebAddress } from './check-profile-value.ts'
import { knownAccounts, profileFieldTypes } from './profile-field-types.ts'

/** The options of a choice, or the address of an external account. */
export type FieldData = Record<string, unknown>

const NAME_LIMIT = 40
const HINT_LIMIT = 80
const FIELD_DATA_LIMIT = 10_000

export function checkFieldName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('Label cannot be blank.')
  complain(checkValue(Type.String({ maxLength: NAME_LIMIT }), trimmed, 'name'))
  return trimmed
}

export function checkFieldHint(hint: string): string {
  complain(checkValue(Type.String({ maxLength: HINT_LIMIT }), hint, 'hint'))
  return hint
}

/** Returns the stored format: empty for types that have no data. */
export function checkFieldData(type: number, data: FieldData): string {
  if (type === profileFieldTypes.CHOICE.id) checkChoices(data)
  else if (type === profileFieldTypes.EXTERNAL_ACCOUNT.id) checkAccount(data)
  else return ''
  const text = JSON.stringify(data)
  complain(checkValue(Type.String({ maxLength: FIELD_DATA_LIMIT }), text, 'field_data'))
  return text
}

const Choice = Type.Object({ text: Type.String(), order: Type.String() }, { additionalProperties: false })

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

const Account = Type.Object(
  { subtype: Type.String(), url_pattern: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

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
