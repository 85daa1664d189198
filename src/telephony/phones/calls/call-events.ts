import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { CdrView } from './cdr-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'call.ended': CdrView
    'call.emergency': CdrView
  }
}

/** A call has ended. For its parties and the owner. */
export function callEnded(company: Company, cdr: CdrView): NewTelephonyEvent<'call.ended'> {
  const users = [cdr.from, ...cdr.called].flatMap(({ user_id: id }) => id ?? [])
  const contacts = [...new Set([company.primary_contact_id, ...users])]
  return { type: 'call.ended', audience: { to: 'contacts', contacts }, payload: cdr }
}

/** Somebody has called an emergency number. For the owner. */
export const emergencyCalled = (company: Company, cdr: CdrView): NewTelephonyEvent<'call.emergency'> => ({
  type: 'call.emergency',
  audience: { to: 'contacts', contacts: [company.primary_contact_id] },
  payload: cdr,
})
