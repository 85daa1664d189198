import { Type } from '@sinclair/typebox'
import type { PersonStatusesTable } from './person-statuses-table.ts'

/** Only the fields that are set. */
export const PersonStatusSchema = Type.Partial(
  Type.Object({
    away: Type.Literal(true),
    do_not_disturb: Type.Literal(true, {
      description: 'Nothing notifies the user, and their phones are busy.',
    }),
    status_text: Type.String(),
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.String(),
    clear_at: Type.Integer({ description: 'When the server clears the status, as a UNIX time in seconds.' }),
  }),
  { additionalProperties: false },
)

/** By user id. */
export const PersonStatusesSchema = Type.Record(Type.String(), PersonStatusSchema)

export function viewPersonStatus(row: PersonStatusesTable) {
  return {
    ...(row.away === 1 && { away: true as const }),
    ...(row.do_not_disturb === 1 && { do_not_disturb: true as const }),
    ...(row.status_text !== '' && { status_text: row.status_text }),
    ...(row.emoji_name !== '' && {
      emoji_name: row.emoji_name,
      emoji_code: row.emoji_code,
      reaction_type: row.reaction_type,
    }),
    ...(row.clear_at !== null && { clear_at: row.clear_at }),
  }
}

export const viewPersonStatuses = (rows: readonly PersonStatusesTable[]) =>
  Object.fromEntries(rows.map((row) => [String(row.user_id), viewPersonStatus(row)]))
