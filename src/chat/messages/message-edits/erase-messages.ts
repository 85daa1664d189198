import type { ChatTransaction } from '../../chat-platform.ts'
import { refuseIfHeld } from '../../identity/legal-holds/held.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { findStream } from '../../streams/stream-store.ts'
import { isSubscribed } from '../../streams/subscriptions/subscription-store.ts'
import { releaseAttachments } from '../attachments/claim-attachments.ts'
import { flagsChanged } from '../flags/flag-events.ts'
import { deleteFlagsOf, listFlagsOf } from '../flags/message-flag-store.ts'
import { conversationMembers } from '../message-access.ts'
import { deleteExtrasOf } from '../message-extras-store.ts'
import { deleteMessageRows } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'

/**
 * Deletes messages of one stream or conversation and everything attached to them. The caller's transaction announces
 * it. Returns those that still existed. Refuses if one of them is under a legal hold.
 */
export async function eraseMessages(
  transaction: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
): Promise<MessagesTable[]> {
  const { db } = transaction
  const [first] = messages
  if (first) await refuseIfHeld(db, realm.id, messages, await conversationMembers(db, first))
  const deleted = await deleteMessageRows(
    db,
    realm.id,
    messages.map(({ id }) => id),
  )
  const gone = messages.filter(({ id }) => deleted.has(id))
  const ids = gone.map(({ id }) => id)
  await announceLostStars(transaction, gone)
  await deleteFlagsOf(db, realm.id, ids)
  await deleteExtrasOf(db, realm.id, ids)
  for (const message of gone) {
    if (message.has_attachment === 1) await releaseAttachments(transaction, realm, message)
  }
  return gone
}

/**
 * Called before messages of one stream or conversation are deleted. Subscribers get the deletion event. People who left
 * the stream but starred a message there are not in that audience: they only learn that the star is gone, and nothing
 * else about a stream that they may no longer read.
 */
async function announceLostStars(
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
