import type { Company } from '../../identity/company.ts'
import type { Contact } from '../../identity/contact.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Directory } from '../directory.ts'
import { type ContactView, contactView } from './contact-view.ts'

/** Contacts as the API shows them, with their extensions. */
export async function showContacts(
  { clock, companyPhones }: Directory,
  db: TelephonyDb,
  company: Company,
  contacts: readonly Contact[],
): Promise<ContactView[]> {
  const extensions = await companyPhones.findFirstExtensions(
    db,
    company.id,
    contacts.map(({ id }) => id),
  )
  const now = clock.now()
  return contacts.map((contact) => contactView(contact, company.public_id, extensions.get(contact.id), now))
}

export async function showContact(
  directory: Directory,
  db: TelephonyDb,
  company: Company,
  contact: Contact,
): Promise<ContactView> {
  const [view] = await showContacts(directory, db, company, [contact])
  return view!
}
