import type { ChatTransaction } from '../../chat-platform.ts'
import { findStream } from '../../streams/stream-store.ts'
import { isSubscribed } from '../../streams/subscriptions/subscription-store.ts'
import { flagsChanged } from '../flags/flag-events.ts'
import { listFlagsOf } from '../flags/message-flag-store.ts'
import type { MessagesTable } from '../messages-table.ts'

/**
 * Called before messages of one stream or conversation are deleted. Subscribers get the deletion event. People who left
 * the stream but starred a message there are not in that audience: they only learn that the star is gone, and nothing
 * else about a stream that they may no longer read.
 */
export async function announceLostStars(
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
    const isNotified = stream !== undefined && (await isSubscribed(db, realmId, userId, streamId))
    if (!isNotified) announce(flagsChanged(userId, 'remove', 'starred', [id]))
  }
}
