import { sql } from 'kysely'
import type { Handle } from '../../platform/database/database.ts'

/** Counting stops here: a backlog of this size is visible enough. */
const MAX_COUNTED = 10_000

/** Outgoing queues by kind; each table has an index for its count. */
export const chatOutboxes = {
  mail: sql`mail_outbox`,
  outgoing_webhook: sql`webhook_posts`,
  push: sql`push_posts`,
} as const

export const telephonyOutboxes = {
  text: sql`texting_outbox`,
  fax: sql`fax_messages where next_attempt_at is not null`,
  fax_mail: sql`fax_mails`,
  limit_mail: sql`limit_mails`,
  voicemail_mail: sql`voicemail_mails`,
  webhook: sql`webhook_deliveries where status = 'pending'`,
} as const

type Outboxes = typeof chatOutboxes | typeof telephonyOutboxes

export async function countOutboxes<Tables>(
  db: Handle<Tables>,
  outboxes: Outboxes,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [kind, waiting] of Object.entries(outboxes)) {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from (select 1 from ${waiting} limit ${MAX_COUNTED}) as waiting`.execute(db)
    counts.set(kind, Number(rows[0]!.count))
  }
  return counts
}
