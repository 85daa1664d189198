import { wholeCompany } from '../event-audience.ts'
import type { FaxView } from './fax-view.ts'

/** A fax came in, or was given to us to send. Every user of the company may read faxes, so all hear of them. */
export const faxAdded = (fax: FaxView) => ({ type: 'fax.message.new', audience: wholeCompany, payload: fax })

/** It was read, or has got further on its way. */
export const faxUpdated = (fax: FaxView) => ({
  type: 'fax.message.updated',
  audience: wholeCompany,
  payload: fax,
})

export const faxDeleted = (id: string) => ({
  type: 'fax.message.delete',
  audience: wholeCompany,
  payload: { id },
})
