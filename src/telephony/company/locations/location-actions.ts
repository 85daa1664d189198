import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import { instancesTable } from '../instances/instances-table.ts'
import { type Location, locationsTable } from './location.ts'
import { type LocationInput, locationIdentity, mergeLocation } from './location-input.ts'
import { type LocationView, locationView } from './location-view.ts'

/** Deletes a location and its instance, unless it is the last one or has extensions or routes. */
export async function deleteLocation(directory: Directory, actor: Actor, id: string): Promise<LocationView> {
  const { company } = actor
  return directory.transact(company.id, async (tx) => {
    const locations = await locationsTable.list(tx.db, { company_id: company.id })
    const location = locations.find((one) => one.id === id)
    if (!location) throw notFound('There is no such location')
    if (locations.length === 1) throw conflict('An organization must keep at least one location')
    if (await directory.companyPhones.hasNumbersAt(tx.db, company.id, location)) {
      throw conflict('The location still has extensions, ring groups, business hours, menus or devices')
    }
    const before = locationView(location, company.public_id)
    await locationsTable.remove(tx.db, { company_id: company.id, id })
    await instancesTable.remove(tx.db, { company_id: company.id, uuid: location.pbx_uuid })
    await recordChange(tx, directory.clock, actor, { action: 'location.deleted', id, before, after: null })
    return before
  })
}

/** A location of the actor's company. Locations of other companies are not found. */
export async function locationOfCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<Location> {
  const location = await locationsTable.find(platform.database.read, { company_id: actor.company.id, id })
  if (!location) throw notFound('There is no such location')
  return location
}

/** For the owner. */
export async function locationToEdit(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<Location> {
  const location = await locationOfCompany(platform, actor, id)
  requirePermission(actor, 'change locations')
  return location
}

export async function showLocations(
  platform: TelephonyPlatform,
  { company }: Actor,
): Promise<LocationView[]> {
  const locations = await locationsTable.list(platform.database.read, { company_id: company.id })
  return locations.map((location) => locationView(location, company.public_id))
}

export async function updateLocation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: LocationInput,
): Promise<LocationView> {
  const { clock } = platform
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const location = await locationsTable.find(tx.db, { company_id: company.id, id })
    if (!location) throw notFound('There is no such location')
    const before = locationView(location, company.public_id)
    const [profile] = await collectFaults(
      () => mergeLocation(location.profile, input),
      () => checkReadOnlyFields(input, before, locationIdentity),
    )
    const changed = {
      ...location,
      name: input.name?.trim() ?? location.name,
      profile,
      updated_at: clock.now(),
    }
    await locationsTable.update(
      tx.db,
      { company_id: company.id, id },
      {
        name: changed.name,
        profile: JSON.stringify(changed.profile),
        updated_at: changed.updated_at,
      },
    )
    const after = locationView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: 'location.updated', id, before, after })
    return after
  })
}
