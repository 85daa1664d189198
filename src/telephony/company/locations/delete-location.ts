import type { Actor } from '../../identity/actor.ts'
import { conflict, notFound } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Directory } from '../directory.ts'
import { deleteInstance } from '../instances/instance-store.ts'
import { deleteLocationRow, listLocations } from './location-store.ts'
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
