import { table } from '../telephony-tables.ts'
import type { Address } from './address-schema.ts'
import type { ContactsTable } from './contacts-table.ts'

export interface ContactProfile {
  address: Address
  birthdate: string | null
  description: string
  emergency_contact_number: string
  fax: string
  phones: { home: string; mobile: string; other: string; work: string }
  primary_agent: string | null
  timezone: string
  title: string
}

export type InvitationStatus = 'none' | 'pending' | 'accepted' | 'expired' | 'revoked'

/** A user of a company. */
export interface Contact extends Omit<ContactsTable, 'profile' | 'invitation_status'> {
  profile: ContactProfile
  /** as stored: a pending one may have expired */
  invitation_status: InvitationStatus
}

export const contactOf = (row: ContactsTable): Contact => ({
  ...row,
  invitation_status: row.invitation_status as InvitationStatus,
  profile: JSON.parse(row.profile),
})

/** With these columns, contacts are found by name and address in any case. */
export function contactSearchColumns({
  first_name,
  last_name,
  email,
}: Pick<Contact, 'first_name' | 'last_name' | 'email'>): Pick<
  Contact,
  'first_name_key' | 'email_key' | 'search_text'
> {
  return {
    first_name_key: first_name.toLowerCase(),
    email_key: email?.toLowerCase() ?? null,
    search_text: [fullName({ first_name, last_name }), email ?? ''].join('\n').toLowerCase(),
  }
}

/** The key of the contact cache. */
export const contactKey = (companyId: number, id: string) => `${companyId}:${id}`

export const fullName = ({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

export const contactsTable = table('contacts', ['company_id', 'id'], { read: contactOf })
