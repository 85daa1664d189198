import type { Location } from '../../company/locations/location.ts'
import { findLocation, findLocationOfInstance } from '../../company/locations/location-store.ts'
import { countryCode } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { listTrunks } from '../trunks/trunk-store.ts'
import { type CallPlan, type EmergencyDetails, hangUpCauses, type TrunkTarget } from './call-plan.ts'
import type { DialledExtension } from './find-dialled.ts'
import { callerIdOf } from './outgoing-caller-id.ts'
import { planTrunks, refuse } from './plan-outside.ts'

/** An emergency call: over any trunk of the company, whatever else is configured, with the address of the caller. */
export async function planEmergency(
  db: TelephonyDb,
  at: DialledExtension,
  dialled: string,
): Promise<CallPlan> {
  const { instance, extension } = at
  const { company_id: companyId, location_id: locationId, name, data } = extension
  const location =
    (await findLocation(db, companyId, locationId)) ??
    (await findLocationOfInstance(db, companyId, instance.uuid))
  const own = String(data.emergency_cid ?? '') || String(data.outboundcid ?? '') || location?.profile.callerid
  const trunks = (await listTrunks(db, companyId)).filter(({ enabled }) => enabled === 1)
  // Those that work come first; the others may do after all.
  const works = new Set(['registered', 'reachable'])
  const ordered = [
    ...trunks.filter(({ state }) => works.has(state)),
    ...trunks.filter(({ state }) => !works.has(state)),
  ]
  const country = location?.profile.country ?? ''
  const targets = ordered.map(
    (trunk): TrunkTarget => ({
      kind: 'trunk',
      trunk: trunk.id,
      number: dialled,
      callerId: callerIdOf(own || trunk.callerid, name, country),
      emergency: emergencyDetails(location),
    }),
  )
  if (targets.length === 0) return refuse(hangUpCauses.congestion, 'unavailable')
  return planTrunks(at, targets, { passesOn: false })
}

/** The address of a location by the names of civic addresses (RFC 5139): A1 state, A3 city, RD street, HNO house. */
export function emergencyDetails(location: Location | undefined): EmergencyDetails {
  if (!location) return { civicAddress: {}, coordinates: undefined }
  const { profile, name } = location
  const { street, building } = profile
  const parts = {
    country: profile.country === '' ? '' : countryCode(profile.country),
    A1: profile.state,
    A3: profile.city,
    RD: street.name,
    STS: street.type,
    HNO: street.number,
    PC: profile.zip,
    LOC: profile.address2,
    BLD: building.value,
    NAM: name,
  }
  const { latitude, longitude } = profile
  return {
    civicAddress: Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) =>
        value == null || value === '' ? [] : [[part, String(value)]],
      ),
    ),
    coordinates: latitude === null || longitude === null ? undefined : { latitude, longitude },
  }
}
