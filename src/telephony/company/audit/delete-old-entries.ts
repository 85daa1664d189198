import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { auditEntriesTable } from './audit-entries-table.ts'

const DAY_MS = 86_400_000

/** Of all companies. The operator decides how long entries are kept, so that nobody deletes their own traces. */
export async function deleteOldEntries({ clock, config, database }: TelephonyPlatform): Promise<void> {
  const { auditLogDays: days } = config
  if (days === 0) return
  const oldest = clock.now() - days * DAY_MS
  await database.write(0, { work: ({ db }) => auditEntriesTable.removeBefore(db, 'at', oldest) })
}
