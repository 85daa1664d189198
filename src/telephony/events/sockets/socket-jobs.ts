import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import { readHeads } from '../../../platform/database/log-head-store.ts'
import { hasEventsBefore, pruneEvents } from '../../../platform/events/event-store.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { listEnabledWebhooks } from '../webhooks/webhook-store.ts'

/** How long a client may be disconnected and still catch up. */
const RETENTION_MS = 7 * 86_400_000
/** Of more events than this, only the newest are kept. */
const MAX_ENTRIES = 200_000
const TIDY_EVERY_MS = 600_000

export async function startSocketJobs(platform: TelephonyPlatform, work: BackgroundJobs): Promise<void> {
  work.onLeader(TIDY_EVERY_MS, 'deleting old events', () => forgetOldEvents(platform))
}

/** Deletes events that are too old or too many, except those that a webhook or another reader still needs. */
export async function forgetOldEvents({ clock, database, logReader }: TelephonyPlatform): Promise<void> {
  const now = clock.now()
  const needed = new Map(await logReader.positions())
  for (const { company_id: companyId, cursor } of await listEnabledWebhooks(database.read)) {
    needed.set(companyId, Math.min(cursor, needed.get(companyId) ?? cursor))
  }
  for (const [companyId, head] of await readHeads(database.read)) {
    const upTo = needed.get(companyId) ?? head
    const surplus = Math.min(upTo, head - MAX_ENTRIES)
    const rules = [
      { upTo, before: now - RETENTION_MS },
      { upTo: surplus, before: now + 1 },
    ]
    for (const { upTo: last, before } of rules) {
      if (!(await hasEventsBefore(database.read, companyId, last, before))) continue
      await database.write(companyId, { work: ({ db }) => pruneEvents(db, companyId, last, before) })
    }
  }
}
