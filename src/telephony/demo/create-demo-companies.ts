import { addContact } from '../company/contacts/create-contact.ts'
import { acceptedInvitation } from '../company/contacts/invitation.ts'
import { type CreatedCompany, createCompany } from '../company/create-company.ts'
import { findInstance } from '../company/instances/instance-store.ts'
import { createDestination } from '../fax/destinations/change-fax-destinations.ts'
import { addFaxNumber } from '../fax/numbers/add-fax-number.ts'
import type { Actor } from '../identity/actor.ts'
import { findApiKeyByHash } from '../identity/api-key-store.ts'
import { findCompany } from '../identity/company-store.ts'
import type { Contact } from '../identity/contact.ts'
import { updateContactRow } from '../identity/contact-store.ts'
import { createExtension } from '../phones/extensions/create-extension.ts'
import type { Telephony } from '../telephony.ts'
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

/** Acme and Globex, as the documentation's examples know them. */
export async function createDemoCompanies(telephony: Telephony): Promise<DemoCompanies> {
  const acme = await addCompany(telephony, 'Acme', ACME_KEY, 'Ada', 'Lovelace')
  const ben = await addBen(telephony, acme)
  await addExtension(telephony, acme, 1001, 'Ada Lovelace', {
    user: { id: acme.owner.id },
    purpose: 'mobile-app',
  })
  await addExtension(telephony, acme, 1002, 'Ben Okri', { user: { id: ben.id }, purpose: 'ip-phone' })
  await addExtension(telephony, acme, 1003, 'Meeting room', {})
  await addTextingNumber(telephony, acme.actor, '+12025550101', [acme.owner.id])
  await addTextingNumber(telephony, acme.actor, '+12025550102', [ben.id])
  await addFaxNumber(telephony, acme.actor, '+12025550111')
  await createDestination(telephony, acme.actor, { emails: ['ada@example.com'] })
  const globex = await addCompany(telephony, 'Globex', GLOBEX_KEY, 'Hank', 'Scorpio')
  await addExtension(telephony, globex, 1001, 'Hank Scorpio', { user: { id: globex.owner.id } })
  await addTextingNumber(telephony, globex.actor, '+12025550199', [globex.owner.id])
  await addFaxNumber(telephony, globex.actor, '+12025550112')
  return { acme: { ...acme, ben }, globex }
}

async function addBen(telephony: Telephony, { company, actor }: DemoCompany): Promise<Contact> {
  return telephony.transact(company.id, async (tx) => {
    const contact = await addContact(telephony, tx, actor, {
      first_name: 'Ben',
      last_name: 'Okri',
      contacts: { email: 'ben@example.com' },
    })
    const accepted = acceptedInvitation(telephony.clock.now())
    await updateContactRow(tx.db, company.id, contact.id, accepted)
    return { ...contact, ...accepted }
  })
}

async function addCompany(
  telephony: Telephony,
  name: string,
  apiKey: string,
  firstName: string,
  lastName: string,
): Promise<DemoCompany> {
  const email = `${firstName.toLowerCase()}@example.com`
  const created = await createCompany(telephony, {
    name,
    apiKey,
    owner: { firstName, lastName, email },
    location: 'Headquarters',
    country: 'United States',
  })
  const { read } = telephony.database
  const key = await findApiKeyByHash(read, telephony.secrets.hash(apiKey))
  const company = await findCompany(read, created.company.id)
  return {
    ...created,
    actor: { company: company!, contact: created.owner, caller: { kind: 'key', apiKey: key! } },
    instanceUuid: created.location.pbx_uuid,
  }
}

async function addExtension(
  telephony: Telephony,
  { actor, instanceUuid }: DemoCompany,
  number: number,
  name: string,
  rest: { user?: { id: string }; purpose?: 'mobile-app' | 'ip-phone' },
): Promise<void> {
  const instance = await findInstance(telephony.database.read, actor.company.id, instanceUuid)
  await createExtension(telephony, actor, instance!, { data: { id: number, name }, ...rest } as never)
}
