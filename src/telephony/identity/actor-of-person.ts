import { forbidden, unauthorized } from '../problem.ts'
import type { Actor, Role } from './actor.ts'
import type { Company } from './company.ts'
import { type Contact, contactKey } from './contact.ts'
import { currentCompany } from './current-company.ts'
import type { Identity } from './identity.ts'
import type { SignedInPerson } from './person-sessions.ts'
import { telephonyPermissions } from './telephony-permissions.ts'

/** The signed-in user. An owner may name another user to act as: with that user's permissions, and audited. */
export async function actorOfPerson(
  identity: Identity,
  person: Pick<SignedInPerson, 'companyId' | 'contactId' | 'role'>,
  named: string | undefined,
): Promise<Actor> {
  const company = await currentCompany(identity, person.companyId)
  if (company?.status !== 'active') throw unauthorized('This company is not active')
  const self = await enabledContact(identity, company, person.contactId)
  if (!self) throw unauthorized('This user is not enabled')
  const role = roleOf(company, self, person.role === 'administrator')
  const wanted = named === 'primary' ? company.primary_contact_id : named
  if (wanted === undefined || wanted === '' || wanted === self.id) {
    return { company, contact: self, caller: { kind: 'person', role, owner: null } }
  }
  if (telephonyPermissions['act as another user'][role] !== 'yes') {
    throw forbidden('Only the owner of the organization may act as another person')
  }
  const contact = await enabledContact(identity, company, wanted)
  if (!contact) throw forbidden('X-User-Id names no enabled user of this company')
  const isAdministrator = await identity.personSessions.isAdministrator(company.id, contact.id)
  return {
    company,
    contact,
    caller: { kind: 'person', role: roleOf(company, contact, isAdministrator), owner: self },
  }
}

const roleOf = (company: Company, contact: Contact, isAdministrator: boolean): Role =>
  contact.id === company.primary_contact_id ? 'owner' : isAdministrator ? 'administrator' : 'user'

async function enabledContact(
  { contacts }: Identity,
  company: Company,
  id: string,
): Promise<Contact | undefined> {
  const contact = await contacts.get(contactKey(company.id, id))
  return contact?.id === id && contact.activated ? contact : undefined
}
