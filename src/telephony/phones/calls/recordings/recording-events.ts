import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../../identity/company.ts'
import type { NewTelephonyEvent } from '../../../telephony-event-map.ts'
import type { Extension } from '../../extensions/extension.ts'
import type { RecordingState } from '../../pbx/pbx.ts'

export const RecordingStateSchema = Type.Object(
  {
    extension_id: Type.String(),
    number: Type.Integer(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    is_recording: Type.Boolean(),
    can_change: Type.Boolean({
      description:
        'The extension may begin or end the recording, with `*1` or `PUT /cdrs/{call_id}/recording-state`.',
    }),
  },
  { additionalProperties: false },
)

declare module '../../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'call.recording.updated': Static<typeof RecordingStateSchema>
  }
}

/** The recording of a call has begun or ended. For the user of the extension and the owner. */
export function recordingUpdated(
  company: Company,
  { id, number, instance_uuid: pbx, user_id: user }: Extension,
  { isRecording, canChange }: RecordingState,
): NewTelephonyEvent<'call.recording.updated'> {
  const contacts = [...new Set([company.primary_contact_id, ...(user === null ? [] : [user])])]
  return {
    type: 'call.recording.updated',
    audience: { to: 'contacts', contacts },
    payload: { extension_id: id, number, pbx, is_recording: isRecording, can_change: canChange },
  }
}
