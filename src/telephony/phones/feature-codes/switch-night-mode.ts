import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { forbidden, notFound, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { BusinessHoursSettings } from '../call-routes/business-hours.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { requireToSwitch, setScheduleMode } from '../routing/set-schedule-mode.ts'

/**
 * Closes business hours of the instance, or lets the hours count again if all of them are closed by hand: those with the
 * number, or all that the person may switch. Returns whether they are closed now.
 */
export async function switchNightMode(
  platform: TelephonyPlatform,
  actor: Actor,
  { company_id, uuid: instance_uuid }: Instance,
  number: string,
): Promise<boolean> {
  const { read } = platform.database
  const place = { company_id, instance_uuid, kind: 'business_hours' }
  const found = await callRoutesTable.list(read, number === '' ? place : { ...place, number: Number(number) })
  if (found.length === 0) throw notFound('There are no such business hours')
  const schedules: CallRoute[] = []
  for (const one of found) if (await maySwitch(one)) schedules.push(one)
  if (schedules.length === 0) throw forbidden('Only owners, administrators and named people may do this')
  const isNight = schedules.some(({ settings }) => (settings as BusinessHoursSettings).mode !== 'closed')
  for (const one of schedules) {
    await setScheduleMode(platform, actor, one, isNight ? 'closed' : 'schedule')
  }
  return isNight

  async function maySwitch(schedule: CallRoute): Promise<boolean> {
    try {
      await requireToSwitch(read, actor, schedule)
      return true
    } catch (error) {
      if (error instanceof Problem && error.status === 403) return false
      throw error
    }
  }
}
