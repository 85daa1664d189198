import type { CustomProfileField } from '../../../generated/chat-api.ts'
import { type FieldChoice, type FieldType, fieldTypeOf, readChoices } from './field-types.ts'

/** A profile field while somebody works on it. */
export interface FieldDraft {
  type: FieldType
  name: string
  hint: string
  choices: FieldChoice[]
  /** of an external account: a known service or `custom` */
  service: string
  pattern: string
}

export function draftOf(field: CustomProfileField | undefined): FieldDraft {
  const type = field ? fieldTypeOf(field.type) : 'shortText'
  const account = type === 'account' && field ? (JSON.parse(field.field_data) as Record<string, string>) : {}
  return {
    type,
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    choices: type === 'choice' ? readChoices(field?.field_data ?? '') : [{ key: '0', text: '' }],
    service: account.subtype ?? 'custom',
    pattern: account.url_pattern ?? '',
  }
}

/** What the API calls field_data; undefined for the types that have none. */
export function fieldDataOf(draft: FieldDraft): Record<string, unknown> | undefined {
  if (draft.type === 'choice') {
    const filled = draft.choices.filter(({ text }) => text.trim() !== '')
    return Object.fromEntries(
      filled.map(({ key, text }, index) => [key, { text: text.trim(), order: String(index + 1) }]),
    )
  }
  if (draft.type !== 'account') return undefined
  const { service, pattern } = draft
  return service === 'custom' ? { subtype: service, url_pattern: pattern.trim() } : { subtype: service }
}
