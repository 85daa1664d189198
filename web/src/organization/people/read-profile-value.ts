import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { fieldTypes } from '../profile-fields/field-types.ts'

/** As the API wants it: people as ids, nothing as null. */
export function readProfileValue(field: CustomProfileField, value: string): string | number[] | null {
  if (value === '') return null
  if (field.type !== fieldTypes.people) return value
  const ids = JSON.parse(value) as number[]
  return ids.length === 0 ? null : ids
}
