import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { BusinessHoursSettings } from '../call-routes/business-hours.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { isOpen } from '../call-routes/is-open.ts'
import { queueAgentsTable, queueSchedulesTable } from '../call-routes/queue-tables.ts'
import type { QueueSettings } from '../call-routes/queues.ts'
import { findMembers } from './find-agents.ts'
import { queueUpdated } from './queue-events.ts'

const PAUSE_MS = 250
const MINUTE_MS = 60_000

/** Schedules change by the minute, if there are any. Changes of routes tell when to look again. */
export function startQueueJobs(platform: TelephonyPlatform, work: BackgroundJobs): void {
  const { clock, follower, isAlone } = platform
  const wake = work.onWake(PAUSE_MS, 'signing agents in and out by schedule', async () => {
    const hasSchedules = await applySchedules(platform)
    // With several servers, an event may get lost.
    return hasSchedules || !isAlone ? (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS : undefined
  })
  follower.on('changed', ({ payload: { kind } }) => {
    if (kind === 'queue' || kind === 'business_hours') wake()
  })
  follower.onSkip(wake)
}

/**
 * Signs all members of a queue in when its schedule opens, and out when it closes. In between, they decide. Returns
 * whether any queue has a schedule.
 */
export async function applySchedules(platform: TelephonyPlatform): Promise<boolean> {
  const queues = await callRoutesTable.list(platform.database.read, { kind: 'queue' })
  const scheduled = queues.filter(({ settings }) => (settings as QueueSettings).schedule !== '')
  for (const queue of scheduled) {
    await applySchedule(platform, queue, Number((queue.settings as QueueSettings).schedule))
  }
  return scheduled.length > 0
}

async function applySchedule(
  { clock, database, transact, log }: TelephonyPlatform,
  queue: CallRoute,
  number: number,
): Promise<void> {
  const { company_id, id: queue_id, instance_uuid } = queue
  const hours = await callRoutesTable.findBy(database.read, {
    company_id,
    instance_uuid,
    number,
    kind: 'business_hours',
  })
  if (!hours) {
    log.debug({ queue: queue_id, number }, 'a queue has a schedule that does not exist')
    return
  }
  const is_open = isOpen(hours.settings as BusinessHoursSettings, clock.now()) ? 1 : 0
  const before = await queueSchedulesTable.find(database.read, { company_id, queue_id })
  const company = await companiesTable.find(database.read, { id: company_id })
  if (before?.is_open === is_open || !company) return
  await transact(company_id, async (tx) => {
    // Deleted in the meantime: nothing must stay.
    if (!(await callRoutesTable.exists(tx.db, { company_id, id: queue_id }))) return
    await queueSchedulesTable.put(tx.db, { company_id, queue_id, is_open })
    const members = await findMembers(tx.db, queue)
    const rows = members.map(({ id: extension_id }) => ({
      company_id,
      queue_id,
      extension_id,
      is_signed_in: is_open,
      changed_at: clock.now(),
    }))
    if (rows.length > 0) await queueAgentsTable.put(tx.db, rows)
    announceChanged(tx, 'queue_call', queue_id)
    tx.announce(await queueUpdated(tx.db, company, queue))
  })
}
