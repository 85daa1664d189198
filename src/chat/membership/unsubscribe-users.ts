import type { ChatTransaction } from '../chat-platform.ts'
import { dropLostStars } from '../history/read-state/drop-lost-stars.ts'
import { markRead } from '../history/read-state/mark-as-read.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { isAdministrator, isGuest, type User } from '../identity/users/user.ts'
import { endReceptions } from '../streams/recipients/recipient-store.ts'
import type { Stream } from '../streams/stream.ts'
import { streamDeleted, streamVacated } from '../streams/stream-events.ts'
import { retireStream } from '../streams/stream-store.ts'
import { peerChanged, unsubscribed } from '../streams/subscriptions/subscription-events.ts'
import {
  deactivateSubscriptions,
  findSubscriptionRows,
  listSubscriberIds,
} from '../streams/subscriptions/subscription-store.ts'
import { deleteTopicSettings } from '../streams/topic-visibility/delete-topic-settings.ts'
import { clearAnnouncementStream } from './clear-announcement-stream.ts'

/** Within a transaction, after the caller has checked permissions. Returns the users who were subscribed. */
export async function unsubscribeUsers(
  transaction: ChatTransaction,
  realm: Realm,
  stream: Stream,
  users: readonly User[],
): Promise<User[]> {
  const userIds = users.map((user) => user.id)
  const rows = await findSubscriptionRows(transaction.db, realm.id, stream.id, userIds)
  const active = new Set(rows.filter((row) => row.active === 1).map((row) => row.user_id))
  const leaving = users.filter((user) => active.has(user.id))
  if (leaving.length === 0) return []
  // Unread messages do not stay unread after leaving.
  for (const user of leaving) await markRead(transaction, user, stream)
  const ids = leaving.map((user) => user.id)
  await deactivateSubscriptions(transaction.db, realm.id, stream.id, ids)
  // The period ends with the event that announces it: delivery relies on that.
  const lastMessage = await transaction.last('messages')
  await endReceptions(transaction.db, realm.id, stream.recipient_id, ids, lastMessage, transaction.position)
  transaction.announce(unsubscribed(stream, ids))
  for (const id of ids) transaction.announce(peerChanged('peer_remove', stream, id))
  await announceWhatIsLeft(transaction, realm, stream, leaving)
  for (const user of leaving) {
    if (stream.invite_only === 1 || isGuest(user))
      await dropLostStars(transaction, { realm, user }, stream.id)
  }
  return leaving
}

async function announceWhatIsLeft(
  transaction: ChatTransaction,
  realm: Realm,
  stream: Stream,
  leaving: readonly User[],
): Promise<void> {
  const noLonger = leaving.filter(
    (user) => isGuest(user) || (stream.invite_only === 1 && !isAdministrator(user)),
  )
  if (noLonger.length > 0) {
    const ids = noLonger.map((user) => user.id)
    transaction.announce(streamDeleted(stream, { users: ids }))
    await deleteTopicSettings(transaction, stream, ids)
  }
  if ((await listSubscriberIds(transaction.db, realm.id, stream.id)).length > 0) return
  if (stream.invite_only === 0) {
    transaction.announce(streamVacated(stream))
    return
  }
  // Nobody could ever join a private stream without subscribers again.
  await retireStream(transaction.db, stream, null)
  await clearAnnouncementStream(transaction, stream)
  transaction.announce(streamDeleted(stream))
}
