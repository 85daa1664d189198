import type { Company } from '../../identity/company.ts'
import type { Contact } from '../../identity/contact.ts'
import { findFirstExtensions } from '../../phones/extensions/extension-store.ts'
import type { Telephony, TelephonyDb } from '../../telephony.ts'
import { type ContactView, contactView } from './contact-view.ts'

/** Contacts as the API shows them, with their extensions. */
export async function showContacts(
  { clock }: Telephony,
  db: TelephonyDb,
  company: Company,
  contacts: readonly Contact[],
): Promise<ContactView[]> {
  const extensions = await findFirstExtensions(
    db,
    company.id,
    contacts.map(({ id }) => id),
  )
  const now = clock.now()
  return contacts.map((contact) => contactView(contact, company.public_id, extensions.get(contact.id), now))
}

export async function showContact(
  telephony: Telephony,
  db: TelephonyDb,
  company: Company,
  contact: Contact,
): Promise<ContactView> {
  const [view] = await showContacts(telephony, db, company, [contact])
  return view!
}
