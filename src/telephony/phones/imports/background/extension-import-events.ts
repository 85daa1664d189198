import type { Company } from '../../../identity/company.ts'
import type { NewTelephonyEvent } from '../../../telephony-event-map.ts'
import type { ImportView } from './extension-import-view.ts'

declare module '../../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'import.updated': ImportView
  }
}

/** An import has begun, made progress or ended. For the user who started it and the owner. */
export const importUpdated = (company: Company, view: ImportView): NewTelephonyEvent<'import.updated'> => ({
  type: 'import.updated',
  audience: { to: 'contacts', contacts: [...new Set([company.primary_contact_id, view.user_id])] },
  payload: view,
})
