import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Location } from './location.ts'
import { findLocation, listLocations } from './location-store.ts'
import { type LocationView, locationView } from './location-view.ts'

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
