import type { TelephonyDb } from '../../telephony-platform.ts'
import type { ConferenceSettings } from '../call-routes/conference-rooms.ts'
import { conferencePinsTable } from '../call-routes/room-tables.ts'
import type { CallerId, ConferencePlan } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import type { DialledRoute } from '../routing/find-dialled.ts'
import type { DialledAt } from './plan-outside.ts'

interface ConferenceCall {
  readonly at: DialledAt
  readonly callerId: CallerId
  /** The extension at which the number is dialled calls itself. */
  readonly isDirect?: boolean | undefined
  readonly now: number
}

/** A call to a conference room. Moderators at their own phones need no PIN. */
export async function planConference(
  db: TelephonyDb,
  { instance, route }: DialledRoute,
  { at, callerId, isDirect, now }: ConferenceCall,
): Promise<ConferencePlan> {
  const { company_id: companyId, id: roomId, number } = route
  const settings = route.settings as ConferenceSettings
  const isHere = isDirect === true && at.instance.uuid === instance.uuid
  const isModerator = isHere && settings.moderators.includes(String(at.extension?.number))
  const hasPins = await conferencePinsTable.exists(db, { company_id: companyId, route_id: roomId })
  return {
    kind: 'conference',
    companyId,
    roomId,
    room: { domain: instance.domain, number },
    callerId,
    needsPin: hasPins && !isModerator,
    isModerator,
    waitsForModerator: settings.wait_for_moderator,
    endsWithModerator: settings.end_with_moderator,
    music: settings.music,
    language: await findLanguage(db, companyId, isHere ? at.extension?.id : undefined),
    roomLanguage: await findLanguage(db, companyId),
    at: now,
  }
}
