import { Type } from '@sinclair/typebox'
import type { PersonStatusesTable } from './person-statuses-table.ts'

/** Only the fields that are set. */
export const PersonStatusSchema = Type.Partial(
  Type.Object({
    away: Type.Literal(true),
    status_text: Type.String(),
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.String(),
  }),
  { additionalProperties: false },
)

/** By user id. */
export const PersonStatusesSchema = Type.Record(Type.String(), PersonStatusSchema)

export function viewPersonStatus(row: PersonStatusesTable) {
  return {
    ...(row.away === 1 && { away: true as const }),
    ...(row.status_text !== '' && { status_text: row.status_text }),
    ...(row.emoji_name !== '' && {
      emoji_name: row.emoji_name,
      emoji_code: row.emoji_code,
      reaction_type: row.reaction_type,
    }),
  }
}

export const viewPersonStatuses = (rows: readonly PersonStatusesTable[]) =>
  Object.fromEntries(rows.map((row) => [String(row.user_id), viewPersonStatus(row)]))
