import type { Db } from '../../chat-platform.ts'
import type { Stream } from '../../streams/stream.ts'

/** Streams of all organizations whose traffic was last counted before this second, the oldest count first. */
export async function listUncounted(
  db: Db,
  { countedBefore, createdBefore, limit }: { countedBefore: number; createdBefore: number; limit: number },
): Promise<Stream[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('deactivated', '=', 0)
    .where('traffic_counted_at', '<', countedBefore)
    .where('created_at', '<', createdBefore)
    .orderBy('traffic_counted_at')
    .orderBy('realm_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countMessagesFrom(db: Db, stream: Stream, firstId: number): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('realm_id', '=', stream.realm_id)
    .where('recipient_id', '=', stream.recipient_id)
    .where('id', '>=', firstId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
