import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { dropEverybodysLostStars } from '../../history/read-state/drop-lost-stars.ts'
import { markRead } from '../../history/read-state/mark-as-read.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { endReceptions } from '../../streams/recipients/recipient-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { audienceOfStream, streamDeleted } from '../../streams/stream-events.ts'
import { retireStream } from '../../streams/stream-store.ts'
import { unsubscribed } from '../../streams/subscriptions/subscription-events.ts'
import { deactivateSubscriptions, listSettingOwners } from '../../streams/subscriptions/subscription-store.ts'
import { clearAnnouncementStream } from '../clear-announcement-stream.ts'
import { announceDefaultStreams } from './change-default-streams.ts'
import { findStreamToChange } from './plan-stream-change.ts'

/** Subscribers keep the messages that they received. Nobody can post there any more, and the name becomes available. */
export function archiveStream(chat: ChatPlatform, actor: Actor, streamId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findStreamToChange(transaction.db, actor, streamId)
    await retireStream(transaction.db, stream, await endSubscriptions(transaction, stream))
    await dropEverybodysLostStars(transaction, actor.realm, stream.id)
    await recordAudit(transaction, { action: 'stream.archived', id: stream.id, name: stream.name })
    await clearAnnouncementStream(transaction, stream)
    if (stream.is_default) await announceDefaultStreams(transaction, actor.realm)
  })
}

/** Returns the position in the event log at which they end. */
async function endSubscriptions(transaction: ChatTransaction, stream: Stream): Promise<number> {
  const { db } = transaction
  const { realm_id: realmId, id, recipient_id: recipientId } = stream
  const ids = await listSettingOwners(db, realmId, id, true)
  // Unread messages of an archived stream do not stay unread.
  for (const user of await usersTable.list(db, { realm_id: realmId, id: ids })) {
    await markRead(transaction, user, stream)
  }
  await deactivateSubscriptions(db, realmId, id, ids)
  // The period ends with the event that announces it: delivery relies on that.
  const lastMessage = await transaction.last('messages')
  const { position } = transaction
  await endReceptions(db, realmId, recipientId, ids, lastMessage, position)
  if (ids.length > 0) transaction.announce(unsubscribed(stream, ids))
  transaction.announce(streamDeleted(stream, { ...audienceOfStream(stream), users: ids }))
  return position
}
