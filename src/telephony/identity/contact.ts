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

/** The key of the contact cache. */
export const contactKey = (companyId: number, id: string) => `${companyId}:${id}`

export const fullName = ({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()
