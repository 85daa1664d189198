import { plain } from '../../chat/bots/webhook-texts/plain-text.ts'
import { realmUri } from '../../chat/identity/realms/realm-addresses.ts'
import { distinctEmails } from '../../telephony/fax/destinations/fax-destination-input.ts'
import { listDestinations } from '../../telephony/fax/destinations/fax-destination-store.ts'
import { emailsOf } from '../../telephony/fax/destinations/fax-destination-view.ts'
import type { FaxView } from '../../telephony/fax/faxes/fax-view.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { findMemberOfContact } from '../accounts/workspace-store.ts'
import type { Crossing } from './crossing.ts'
import type { Notice } from './notify-people.ts'

/** A received fax. */
export async function faxNotice(crossing: Crossing, fax: FaxView): Promise<Notice | undefined> {
  if (fax.direction !== 'inbound') return undefined
  const { workspace, realm } = crossing
  const name = plain(fax.from_name)
  const from = plain(fax.from) || 'an unknown number'
  const pages = fax.pages === 1 ? '1 page' : `${fax.pages} pages`
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/faxes/${fax.id}`
  return {
    contacts: await recipientsOf(crossing),
    content: `**Fax from ${name ? `${name}, ${from}` : from}** to ${fax.to}, ${pages}. [Open it in the portal](${address})`,
    files: [fax.file.id],
  }
}

/** The people with an account who get faxes by mail; if there are none, the owner. */
async function recipientsOf({ workspace, company }: Crossing): Promise<string[]> {
  const phones = workspace.telephony.database.read
  const destinations = await listDestinations(phones, company.id)
  const contacts: string[] = []
  for (const email of distinctEmails(destinations.flatMap(emailsOf))) {
    const contact = await findContactByEmail(phones, company.id, email)
    const member = contact && (await findMemberOfContact(workspace.database.read, company.id, contact.id))
    if (member) contacts.push(contact.id)
  }
  return contacts.length > 0 ? contacts : [company.primary_contact_id]
}
