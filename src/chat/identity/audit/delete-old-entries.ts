import type { ChatPlatform } from '../../chat-platform.ts'
import { auditLogTable } from './audit-log-table.ts'

const DAY_MS = 86_400_000

/** Of all organizations. The operator decides how long entries are kept, so that nobody deletes their own traces. */
export async function deleteOldEntries({ clock, config, database }: ChatPlatform): Promise<void> {
  const { auditLogDays: days } = config
  if (days === 0) return
  const oldest = clock.now() - days * DAY_MS
  await database.write(0, { work: ({ db }) => auditLogTable.removeBefore(db, 'at', oldest) })
}
