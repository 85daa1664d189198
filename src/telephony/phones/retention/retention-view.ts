import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { PhoneRetentionTable } from './phone-retention-table.ts'

const days = (description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: `${description} Null: for ever.` }))

const fields = {
  calls_days: days('How long calls are kept after they have ended, in days.'),
  voicemail_days: days('How long voicemail messages are kept, in days.'),
  recordings_days: days(
    'How long recordings are kept after the call has ended, in days; never longer than the call.',
  ),
  texts_days: days('How long texts are kept, in days. Files that came with them stay among the files.'),
  faxes_days: days('How long faxes are kept after they have been received or sent, in days.'),
}

export const RetentionSchema = Type.Object(
  {
    ...fields,
    applied_at: nullable(
      Type.String({ description: 'When everything that was too old had been deleted. Null: not yet.' }),
    ),
  },
  { additionalProperties: false },
)
/** `applied_at` is ignored: clients send whole objects back. */
export const RetentionPatch = Type.Partial(Type.Object({ ...fields, applied_at: Type.Unknown() }), {
  additionalProperties: false,
})

export type RetentionView = Static<typeof RetentionSchema>

export const retentionView = (row: PhoneRetentionTable): RetentionView => ({
  calls_days: row.calls_days,
  voicemail_days: row.voicemail_days,
  recordings_days: row.recordings_days,
  texts_days: row.texts_days,
  faxes_days: row.faxes_days,
  applied_at: row.applied_at === null ? null : isoDate(row.applied_at),
})
