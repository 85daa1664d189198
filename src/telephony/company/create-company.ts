import { serverItself } from '../identity/actor.ts'
import { emptyAddress } from '../identity/address-schema.ts'
import type { ApiKey } from '../identity/api-key.ts'
import { type Company, type CompanyProfile, companiesTable } from '../identity/company.ts'
import { type Contact, contactsTable } from '../identity/contact.ts'
import { newObjectId } from '../object-id.ts'
import { addApiKey } from './api-keys/create-api-key.ts'
import { announceChanged, recordChange } from './audit/record-change.ts'
import { addContact } from './contacts/create-contact.ts'
import { acceptedInvitation } from './contacts/invitation.ts'
import type { Directory } from './directory.ts'
import { addLocation } from './locations/create-location.ts'
import type { Location } from './locations/location.ts'

export interface NewCompany {
  name: string
  /** `isProven`: they have proven the address, or the operator vouches for it */
  owner: { firstName: string; lastName?: string; email?: string; isProven?: boolean }
  location: string
  country?: string
  /** only demo companies have a well-known key */
  apiKey?: string
}

export interface CreatedCompany {
  company: Company
  owner: Contact
  location: Location
  apiKey: string
  apiKeyId: ApiKey['id']
}

/** Creates a company with its primary user, a location with its PBX instance, and an API key. */
export async function createCompany(directory: Directory, wanted: NewCompany): Promise<CreatedCompany> {
  const { clock, database } = directory
  // Tenant 0, which is no company, numbers the companies.
  const id = await database.write(0, {
    async work(batch) {
      const sequence = await batch.sequence(0, 'company')
      sequence.value += 1
      return sequence.value
    },
  })
  return directory.transact(id, async (tx) => {
    const company = newCompany(id, newObjectId(clock), wanted, clock.now())
    await companiesTable.insert(tx.db, { ...company, profile: JSON.stringify(company.profile) })
    const author = serverItself(company)
    const { firstName: first_name, lastName: last_name = '', email, isProven } = wanted.owner
    const contact = await addContact(directory, tx, author, {
      first_name,
      last_name,
      ...(email !== undefined && { contacts: { email } }),
    })
    // The owner needs no invitation.
    const accepted = acceptedInvitation(clock.now(), isProven ? (email ?? null) : null)
    await contactsTable.update(tx.db, { company_id: id, id: contact.id }, accepted)
    await companiesTable.update(tx.db, { id }, { primary_contact_id: contact.id })
    const location = await addLocation(directory, tx, author, { name: wanted.location })
    const key = await addApiKey(directory, tx, author, {
      name: 'Default',
      scopes: ['read', 'write', 'admin'],
      ...(wanted.apiKey !== undefined && { key: wanted.apiKey }),
    })
    await recordChange(tx, clock, author, {
      action: 'company.created',
      id: company.public_id,
      before: null,
      after: { id: company.public_id, name: company.name },
    })
    announceChanged(tx, 'contact', contact.id)
    return {
      company: { ...company, primary_contact_id: contact.id },
      owner: { ...contact, ...accepted },
      location,
      apiKey: key.key,
      apiKeyId: key.id,
    }
  })
}

function newCompany(
  id: number,
  publicId: string,
  { name, owner, country = '' }: NewCompany,
  now: number,
): Company {
  const profile: CompanyProfile = {
    address: { ...emptyAddress, country },
    affiliate: false,
    billing_email: owner.email ?? '',
    description: '',
    email: owner.email ?? '',
    emergency_contact_number: '',
    employees: null,
    fax: '',
    onboarding: false,
    partner_id: null,
    phone: '',
    revenue: null,
    website: '',
  }
  return {
    id,
    public_id: publicId,
    name,
    status: 'active',
    profile,
    primary_contact_id: '',
    created_at: now,
    updated_at: now,
  }
}
