import { type Static, Type } from '@sinclair/typebox'
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
}

export const RetentionSchema = Type.Object(fields, { additionalProperties: false })
export const RetentionPatch = Type.Partial(RetentionSchema, { additionalProperties: false })

export type RetentionView = Static<typeof RetentionSchema>

export const retentionView = ({
  calls_days,
  voicemail_days,
  recordings_days,
}: PhoneRetentionTable): RetentionView => ({
  calls_days,
  voicemail_days,
  recordings_days,
})
