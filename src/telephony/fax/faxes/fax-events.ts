import { wholeCompany } from '../../event-audience.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { FaxView } from './fax-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'fax.message.new': FaxView
    'fax.message.updated': FaxView
    'fax.message.delete': { id: string }
  }
}

/** A fax was received, or queued. Every user of the company may read faxes, so all receive the event. */
export const faxAdded = (fax: FaxView): NewTelephonyEvent<'fax.message.new'> => ({
  type: 'fax.message.new',
  audience: wholeCompany,
  payload: fax,
})

/** A fax was read, or its status changed. */
export const faxUpdated = (fax: FaxView): NewTelephonyEvent<'fax.message.updated'> => ({
  type: 'fax.message.updated',
  audience: wholeCompany,
  payload: fax,
})

export const faxDeleted = (id: string): NewTelephonyEvent<'fax.message.delete'> => ({
  type: 'fax.message.delete',
  audience: wholeCompany,
  payload: { id },
})
