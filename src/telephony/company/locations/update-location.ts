import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { recordChange } from '../audit/record-change.ts'
import { type LocationInput, locationIdentity, mergeLocation } from './location-input.ts'
import { findLocation, updateLocationRow } from './location-store.ts'
import { type LocationView, locationView } from './location-view.ts'

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
