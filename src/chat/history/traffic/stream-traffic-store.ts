import type { Db } from '../../chat-platform.ts'
import type { Stream } from '../../streams/stream.ts'

/** Streams of all organizations whose traffic was last counted at this second or before, the oldest count first. */
export async function listUncounted(
  db: Db,
  { countedUntil, createdUntil, limit }: { countedUntil: number; createdUntil: number; limit: number },
): Promise<Stream[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('deactivated', '=', 0)
    .where('traffic_counted_at', '<=', countedUntil)
    .where('created_at', '<=', createdUntil)
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
