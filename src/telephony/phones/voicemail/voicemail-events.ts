import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import type { Audience } from '../../event-audience.ts'
import type { Company } from '../../identity/company.ts'
import { nullable } from '../../nullable.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { VoicemailTable } from './voicemail-table.ts'

export const VoicemailSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    created_at: Type.String(),
    from: Type.String({ description: 'The number of the caller; empty if unknown.' }),
    from_name: Type.String(),
    to: Type.String({ description: 'The number of the extension that was called.' }),
    extension_id: nullable(Type.String()),
    user_id: nullable(Type.String({ description: 'Whose extension it was at that time.' })),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    call_id: nullable(Type.String({ description: 'The call in `GET /cdrs`.' })),
    is_read: Type.Boolean(),
    duration: Type.Integer({ description: 'In seconds.' }),
    size: Type.Integer({ description: 'Of the recording, in bytes.' }),
  },
  { additionalProperties: false },
)

export type VoicemailView = Static<typeof VoicemailSchema>

export const voicemailView = (message: VoicemailTable, companyPublicId: string): VoicemailView => ({
  id: message.id,
  company: companyPublicId,
  created_at: isoDate(message.created_at),
  from: message.from_number,
  from_name: message.from_name,
  to: message.number,
  extension_id: message.extension_id,
  user_id: message.user_id,
  pbx: message.instance_uuid,
  call_id: message.call_id,
  is_read: message.is_read === 1,
  duration: message.duration,
  size: message.size,
})

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'voicemail.message.new': VoicemailView
    'voicemail.message.updated': VoicemailView
    'voicemail.message.delete': { id: string }
  }
}

/** The user of the extension and the owner of the company. */
const audienceOf = (company: Company, { user_id: userId }: VoicemailView): Audience => ({
  to: 'contacts',
  contacts: [...new Set([company.primary_contact_id, ...(userId === null ? [] : [userId])])],
})

export const voicemailAdded = (
  company: Company,
  message: VoicemailView,
): NewTelephonyEvent<'voicemail.message.new'> => ({
  type: 'voicemail.message.new',
  audience: audienceOf(company, message),
  payload: message,
})

/** A message was marked as read or unread. */
export const voicemailUpdated = (
  company: Company,
  message: VoicemailView,
): NewTelephonyEvent<'voicemail.message.updated'> => ({
  type: 'voicemail.message.updated',
  audience: audienceOf(company, message),
  payload: message,
})

export const voicemailDeleted = (
  company: Company,
  message: VoicemailView,
): NewTelephonyEvent<'voicemail.message.delete'> => ({
  type: 'voicemail.message.delete',
  audience: audienceOf(company, message),
  payload: { id: message.id },
})
