import type { Db } from '../../chat-platform.ts'

/** Stops counting at the limit. */
export async function hasMoreSubscribers(
  db: Db,
  realmId: number,
  streamId: number,
  than: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('active', '=', 1)
    .limit(than + 1)
    .execute()
  return rows.length > than
}
