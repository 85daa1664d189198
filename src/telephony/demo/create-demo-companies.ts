import { addContact } from '../company/contacts/create-contact.ts'
import { acceptedInvitation } from '../company/contacts/invitation.ts'
import { type CreatedCompany, createCompany } from '../company/create-company.ts'
import { instancesTable } from '../company/instances/instances-table.ts'
import { createDestination } from '../fax/destinations/change-fax-destinations.ts'
import { addFaxNumber } from '../fax/numbers/add-fax-number.ts'
import type { Actor } from '../identity/actor.ts'
import { apiKeysTable } from '../identity/api-key.ts'
import { companiesTable } from '../identity/company.ts'
import { type Contact, contactsTable } from '../identity/contact.ts'
import { createExtension } from '../phones/extensions/create-extension.ts'
import type { Phones } from '../phones/phones.ts'
import { addTextingNumber } from '../texting/numbers/add-texting-number.ts'

export interface DemoCompany extends CreatedCompany {
  actor: Actor
  instanceUuid: string
}

export interface DemoCompanies {
  acme: DemoCompany & { ben: Contact }
  globex: DemoCompany
}

export const ACME_KEY = 'dev-acme-key'
export const GLOBEX_KEY = 'dev-globex-key'

/** Creates Acme and Globex, the companies in the examples of the documentation. */
export async function createDemoCompanies(phones: Phones): Promise<DemoCompanies> {
  const acme = await addCompany(phones, 'Acme', ACME_KEY, 'Ada', 'Lovelace')
  const ben = await addBen(phones, acme)
  await addExtension(phones, acme, 1001, 'Ada Lovelace', {
    user: { id: acme.owner.id },
    purpose: 'mobile-app',
  })
  await addExtension(phones, acme, 1002, 'Ben Okri', { user: { id: ben.id }, purpose: 'ip-phone' })
  await addExtension(phones, acme, 1003, 'Meeting room', {})
  await addTextingNumber(phones, acme.actor, '+12025550101', [acme.owner.id])
  await addTextingNumber(phones, acme.actor, '+12025550102', [ben.id])
  await addFaxNumber(phones, acme.actor, '+12025550111')
  await createDestination(phones, acme.actor, { emails: ['ada@example.com'] })
  const globex = await addCompany(phones, 'Globex', GLOBEX_KEY, 'Hank', 'Scorpio')
  await addExtension(phones, globex, 1001, 'Hank Scorpio', { user: { id: globex.owner.id } })
  await addTextingNumber(phones, globex.actor, '+12025550199', [globex.owner.id])
  await addFaxNumber(phones, globex.actor, '+12025550112')
  return { acme: { ...acme, ben }, globex }
}

async function addBen(phones: Phones, { company, actor }: DemoCompany): Promise<Contact> {
  return phones.transact(company.id, async (tx) => {
    const contact = await addContact(phones, tx, actor, {
      first_name: 'Ben',
      last_name: 'Okri',
      contacts: { email: 'ben@example.com' },
    })
    const now = phones.clock.now()
    const accepted = { ...acceptedInvitation(now, contact.email), last_enter: now }
    await contactsTable.update(tx.db, { company_id: company.id, id: contact.id }, accepted)
    return { ...contact, ...accepted }
  })
}

async function addCompany(
  phones: Phones,
  name: string,
  apiKey: string,
  firstName: string,
  lastName: string,
): Promise<DemoCompany> {
  const email = `${firstName.toLowerCase()}@example.com`
  const created = await createCompany(phones, {
    name,
    apiKey,
    owner: { firstName, lastName, email, isProven: true },
    location: 'Headquarters',
    country: 'United States',
  })
  const entered = { last_enter: phones.clock.now() }
  await phones.transact(created.company.id, ({ db }) =>
    contactsTable.update(db, { company_id: created.company.id, id: created.owner.id }, entered),
  )
  const owner = { ...created.owner, ...entered }
  const { read } = phones.database
  const key = await apiKeysTable.findBy(read, { key_hash: phones.secrets.hash(apiKey) })
  const company = await companiesTable.find(read, { id: created.company.id })
  return {
    ...created,
    owner,
    actor: { company: company!, contact: owner, caller: { kind: 'key', apiKey: key! } },
    instanceUuid: created.location.pbx_uuid,
  }
}

async function addExtension(
  phones: Phones,
  { actor, instanceUuid }: DemoCompany,
  number: number,
  name: string,
  rest: { user?: { id: string }; purpose?: 'mobile-app' | 'ip-phone' },
): Promise<void> {
  const instance = await instancesTable.find(phones.database.read, {
    company_id: actor.company.id,
    uuid: instanceUuid,
  })
  await createExtension(phones, actor, instance!, { data: { id: number, name }, ...rest } as never)
}

/** Creates the demo companies, unless they exist. */
export async function seedDemoCompanies(phones: Phones): Promise<DemoCompanies | undefined> {
  const known = await phones.apiKeys.get(phones.secrets.hash(ACME_KEY))
  return known ? undefined : createDemoCompanies(phones)
}
