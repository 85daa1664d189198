import type { ChatTransaction } from '../../chat.ts'
import { findStream } from '../../streams/stream-store.ts'
import { isSubscribed } from '../../streams/subscriptions/subscription-store.ts'
import { flagsChanged } from '../flags/flag-events.ts'
import { listFlagsOf } from '../flags/message-flag-store.ts'
import type { MessagesTable } from '../messages-table.ts'

/**
 * Messages of one place are going. Who is subscribed hears of it; somebody who has left the stream and still keeps a message
 * by a star does not: they are told that the star is gone, and nothing else of a place that they may not look into any more.
 */
export async function tellOfLostStars(
  { db, announce }: ChatTransaction,
  messages: readonly MessagesTable[],
): Promise<void> {
  const [first] = messages
  if (!first || first.stream_id === null) return
  const { realm_id: realmId, stream_id: streamId } = first
  const flags = await listFlagsOf(
    db,
    realmId,
    messages.map(({ id }) => id),
  )
  const starred = flags.filter((row) => row.starred === 1)
  if (starred.length === 0) return
  const stream = await findStream(db, realmId, streamId)
  for (const { user_id: userId, message_id: id } of starred) {
    const isTold = stream !== undefined && (await isSubscribed(db, realmId, userId, streamId))
    if (!isTold) announce(flagsChanged(userId, 'remove', 'starred', [id]))
  }
}
