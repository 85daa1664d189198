import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { CdrView } from './cdr-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'call.ended': CdrView
  }
}

/** A call has ended. For its parties and the owner. */
export function callEnded(company: Company, cdr: CdrView): NewTelephonyEvent<'call.ended'> {
  const users = [cdr.from, ...cdr.called].flatMap(({ user_id: id }) => id ?? [])
  const contacts = [...new Set([company.primary_contact_id, ...users])]
  return { type: 'call.ended', audience: { to: 'contacts', contacts }, payload: cdr }
}
