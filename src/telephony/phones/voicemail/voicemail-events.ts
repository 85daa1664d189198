import type { Audience } from '../../event-audience.ts'
import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { VoicemailView } from './voicemail-view.ts'

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
