import type { Company } from '../../identity/company.ts'
import type { Contact } from '../../identity/contact.ts'

/** Lets the invitation of a user be one to more than the phones, such as the chat of the organization. */
export interface PersonInvitations {
  /**
   * The page where the user accepts all of it; undefined: the invitation is for the phones only, since no person issued
   * it who may invite to more. A mail that is sent again asks again, and gets the same link for the same invitation.
   */
  joinLink(company: Company, contact: Contact): Promise<string | undefined>
}
