import type { Actor } from '../../../identity/actor.ts'
import { actorOfPerson } from '../../../identity/actor-of-person.ts'
import { findApiKeyById } from '../../../identity/api-key-store.ts'
import type { Company } from '../../../identity/company.ts'
import { findContact } from '../../../identity/contact-store.ts'
import type { Identity } from '../../../identity/identity.ts'
import { requirePermission } from '../../../identity/permissions.ts'
import { Problem } from '../../../problem.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'

/** Who started the import, with their present role. Undefined if they may no longer create extensions. */
export async function importingActor(
  identity: Identity,
  company: Company,
  started: ExtensionImportsTable,
): Promise<Actor | undefined> {
  const { api_key_id: keyId } = started
  try {
    const actor =
      keyId === null
        ? await personOf(identity, started)
        : await userOfKey(identity, company, started.contact_id, keyId)
    if (!actor) return undefined
    requirePermission(actor, 'add extensions')
    return actor
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Throws a Problem if they have lost access. */
async function personOf(
  identity: Identity,
  { company_id: companyId, contact_id: userId, owner_id: ownerId }: ExtensionImportsTable,
): Promise<Actor> {
  const contactId = ownerId ?? userId
  const isAdministrator = await identity.personSessions.isAdministrator(companyId, contactId)
  const role = isAdministrator ? 'administrator' : 'user'
  return actorOfPerson(identity, { companyId, contactId, role }, userId)
}

async function userOfKey(
  { clock, database }: Identity,
  company: Company,
  userId: string,
  keyId: string,
): Promise<Actor | undefined> {
  const apiKey = await findApiKeyById(database.read, company.id, keyId)
  const contact = await findContact(database.read, company.id, userId)
  const isValid = apiKey && (apiKey.expires_at === null || apiKey.expires_at > clock.now())
  if (company.status !== 'active' || !isValid || !contact?.activated) return undefined
  return { company, contact, caller: { kind: 'key', apiKey } }
}
