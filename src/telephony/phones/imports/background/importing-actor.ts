import type { Actor, Caller } from '../../../identity/actor.ts'
import { findApiKeyById } from '../../../identity/api-key-store.ts'
import type { Company } from '../../../identity/company.ts'
import { findContact } from '../../../identity/contact-store.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'

/** Who started the import. Undefined if they have lost access since. */
export async function importingActor(
  db: TelephonyDb,
  company: Company,
  started: ExtensionImportsTable,
): Promise<Actor | undefined> {
  const contact = await findContact(db, company.id, started.contact_id)
  const caller = await callerOf(db, company, started)
  return contact?.activated && caller ? { company, contact, caller } : undefined
}

async function callerOf(
  db: TelephonyDb,
  { id: companyId }: Company,
  { api_key_id: keyId, role, owner_id: ownerId }: ExtensionImportsTable,
): Promise<Caller | undefined> {
  if (keyId !== null) {
    const apiKey = await findApiKeyById(db, companyId, keyId)
    return apiKey && { kind: 'key', apiKey }
  }
  const owner = ownerId === null ? null : await findContact(db, companyId, ownerId)
  return owner === undefined ? undefined : { kind: 'person', role: role ?? 'user', owner }
}
