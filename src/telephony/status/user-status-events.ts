import { wholeCompany } from '../event-audience.ts'
import type { Company } from '../identity/company.ts'
import type { Contact } from '../identity/contact.ts'
import type { NewTelephonyEvent } from '../telephony-event-map.ts'
import type { UserStatus } from './user-status.ts'
import { userStatusEventView } from './user-status-view.ts'

declare module '../telephony-event-map.ts' {
  interface TelephonyEventMap {
    user_status_updated: ReturnType<typeof userStatusEventView>
  }
}

export function userStatusUpdated(
  company: Company,
  contact: Contact,
  status: UserStatus,
): NewTelephonyEvent<'user_status_updated'> {
  return {
    type: 'user_status_updated',
    audience: wholeCompany,
    payload: userStatusEventView(company, contact, status),
  }
}
