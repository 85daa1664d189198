import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import { deleteInstance } from '../instances/instance-store.ts'
import type { Location } from './location.ts'
import { type LocationInput, locationIdentity, mergeLocation } from './location-input.ts'
import { deleteLocationRow, findLocation, listLocations, updateLocationRow } from './location-store.ts'
import { type LocationView, locationView } from './location-view.ts'

/** Deletes a location and its instance, unless it is the last one or has extensions or routes. */
export async function deleteLocation(directory: Directory, actor: Actor, id: string): Promise<LocationView> {
  const { company } = actor
  return directory.transact(company.id, async (tx) => {
    const locations = await listLocations(tx.db, company.id)
    const location = locations.find((one) => one.id === id)
    if (!location) throw notFound('There is no such location')
    if (locations.length === 1) throw conflict('A company must keep at least one location')
    if (await directory.companyPhones.hasNumbersAt(tx.db, company.id, location)) {
      throw conflict('The location still has extensions, ring groups, business hours or menus')
    }
    const before = locationView(location, company.public_id)
    await deleteLocationRow(tx.db, company.id, id)
    await deleteInstance(tx.db, company.id, location.pbx_uuid)
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
  const location = await findLocation(platform.database.read, actor.company.id, id)
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
  const locations = await listLocations(platform.database.read, company.id)
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
    const location = await findLocation(tx.db, company.id, id)
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
    await updateLocationRow(tx.db, company.id, id, {
      name: changed.name,
      profile: JSON.stringify(changed.profile),
      updated_at: changed.updated_at,
    })
    const after = locationView(changed, company.public_id)
    await recordChange(tx, clock, actor, { action: 'location.updated', id, before, after })
    return after
  })
}
