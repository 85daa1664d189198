import { instancesTable } from '../../company/instances/instances-table.ts'
import { type Location, locationsTable } from '../../company/locations/location.ts'
import { type Contact, contactsTable } from '../../identity/contact.ts'
import { conflict, invalidField } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { checkStillHolds } from '../pbx/registrable-phones.ts'
import { type Extension, searchColumns } from './extension.ts'
import type { ExtensionInput } from './extension-input.ts'

/** The user in a request: undefined if absent, null if unassigned. */
export async function resolveUser(
  db: TelephonyDb,
  companyId: number,
  { user }: ExtensionInput,
): Promise<Contact | null | undefined> {
  if (user == null) return user
  const contact = await contactsTable.find(db, { company_id: companyId, id: user.id })
  if (!contact) throw invalidField('/user/id', 'names nobody in the organization')
  return contact
}

/** The location in a request, else that of the instance, else the first one. */
export async function resolveLocation(
  db: TelephonyDb,
  companyId: number,
  instanceUuid: string,
  { location_id: id }: { location_id?: string | undefined },
  storedId?: string,
): Promise<Location> {
  const locations = await locationsTable.list(db, { company_id: companyId })
  if (id !== undefined) {
    const location = locations.find((one) => one.id === id)
    if (!location) throw invalidField('/location_id', 'names no location of the organization')
    // Some old extensions have the location of another instance. They may keep it.
    if (location.pbx_uuid !== instanceUuid && id !== storedId) {
      throw invalidField('/location_id', 'is the location of another instance')
    }
    return location
  }
  return locations.find((one) => one.pbx_uuid === instanceUuid) ?? locations[0]!
}

/** While the PBX was updated, the user may have been renamed or deleted, and the location deleted. */
export async function withPresentReferences(
  db: TelephonyDb,
  extension: Extension,
  registrable: boolean,
): Promise<Extension> {
  const { company_id: companyId, user_id: userId, location_id: locationId } = extension
  const locations = await locationsTable.list(db, { company_id: companyId })
  const instance = await instancesTable.find(db, { company_id: companyId, uuid: extension.instance_uuid })
  if (!instance || locations.every(({ id }) => id !== locationId)) {
    throw conflict('The location of the extension has just been deleted')
  }
  const user =
    userId === null ? undefined : await contactsTable.find(db, { company_id: companyId, id: userId })
  checkStillHolds(user, registrable)
  return { ...extension, user_id: user?.id ?? null, ...searchColumns(extension, user) }
}
