import type { Company } from '../company/company.ts'
import type { Contact } from '../contacts/contact.ts'
import { wholeCompany } from '../event-audience.ts'
import type { UserStatus } from './user-status.ts'
import { userStatusEventView } from './user-status-view.ts'

export function userStatusUpdated(company: Company, contact: Contact, status: UserStatus) {
  return {
    type: 'user_status_updated',
    audience: wholeCompany,
    payload: userStatusEventView(company, contact, status),
  }
}
