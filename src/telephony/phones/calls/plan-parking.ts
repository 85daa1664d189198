import type { TelephonyDb } from '../../telephony-platform.ts'
import { type ParkingSettings, slotsOf } from '../call-routes/parking-lots.ts'
import type { CallerId, CallPlan } from '../pbx/flow/call-plan.ts'
import type { PbxAddress } from '../pbx/pbx.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import type { DialledRoute } from '../routing/find-dialled.ts'
import { type DialledAt, unknownNumber } from './plan-outside.ts'

interface ParkingCall {
  readonly at: DialledAt
  readonly callerId: CallerId
  /** The extension at which the number is dialled calls itself. */
  readonly isDirect?: boolean | undefined
  /** who has transferred the call to the number */
  readonly transferredBy?: PbxAddress | undefined
  readonly now: number
}

/**
 * A call to a parking lot or one of its slots. Only phones of the company park calls and pick them up: neither callers
 * nor settings can.
 */
export async function planParking(
  db: TelephonyDb,
  { instance, route, slot }: DialledRoute,
  { at, callerId, isDirect, transferredBy, now }: ParkingCall,
): Promise<CallPlan> {
  const { company_id: companyId, id: lotId } = route
  const lot = { domain: instance.domain, number: route.number }
  const settings = route.settings as ParkingSettings
  if (isDirect && at.extension) {
    return {
      kind: 'parking',
      lotId,
      lot,
      slot,
      by: { domain: at.instance.domain, number: at.extension.number },
      language: await findLanguage(db, companyId, at.extension.id),
    }
  }
  if (!transferredBy) return unknownNumber
  return {
    kind: 'park',
    companyId,
    lotId,
    lot,
    slots: slot === undefined ? slotsOf(settings) : [slot],
    parkedBy: transferredBy,
    callerId,
    seconds: settings.return_after,
    returnsTo: settings.destination === '' ? transferredBy : lot,
    destination: settings.destination,
    music: settings.music,
    at: now,
    since: now,
  }
}
