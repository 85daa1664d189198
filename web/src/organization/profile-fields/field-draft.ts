import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { type FieldChoice, type FieldType, fieldTypeOf, readChoices } from './field-types.ts'

/** A profile field that is being edited. */
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

/** The field_data of the API; undefined for types that have none. */
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
