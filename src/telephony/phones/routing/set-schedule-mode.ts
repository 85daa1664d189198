import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import {
  type BusinessHoursSettings,
  businessHours,
  type ScheduleMode,
} from '../call-routes/business-hours.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { extensionsTable } from '../extensions/extension.ts'
import type { CallRouteView } from './call-route-view.ts'
import { changeCallRoute } from './update-call-route.ts'

/** Managers, and the users of the extensions that the schedule names. */
export async function requireToSwitch(db: TelephonyDb, actor: Actor, schedule: CallRoute): Promise<void> {
  const { switched_by: numbers = [] } = schedule.settings as BusinessHoursSettings
  const { company_id, instance_uuid } = schedule
  const own = await extensionsTable.list(db, { company_id, instance_uuid, user_id: actor.contact.id })
  const isNamed = own.some(({ number }) => numbers.includes(String(number)))
  requirePermission(actor, 'switch night mode', isNamed ? actor.contact.id : null)
}

/** Opens or closes by hand, until the hours count again. */
export const setScheduleMode = (
  platform: TelephonyPlatform,
  actor: Actor,
  schedule: CallRoute,
  mode: ScheduleMode,
): Promise<CallRouteView> =>
  changeCallRoute(platform, actor, businessHours, schedule, async (stored, tx) => {
    await requireToSwitch(tx.db, actor, stored)
    return { ...stored, settings: { ...stored.settings, mode } }
  })
