import type { ChatTransaction } from '../chat.ts'
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
import { forgetTopics } from '../streams/topic-visibility/forget-topics.ts'
import { forgetAnnouncementStream } from './forget-announcement-stream.ts'

/** Within a transaction whose action has checked that this may be. Answers with those who were subscribed. */
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
  // What somebody did not read before they left does not wait for them.
  for (const user of leaving) await markRead(transaction, user, stream)
  const ids = leaving.map((user) => user.id)
  await deactivateSubscriptions(transaction.db, realm.id, stream.id, ids)
  // The period ends with the very event that tells of it: delivery counts on that.
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
    await forgetTopics(transaction, stream, ids)
  }
  if ((await listSubscriberIds(transaction.db, realm.id, stream.id)).length > 0) return
  if (stream.invite_only === 0) {
    transaction.announce(streamVacated(stream))
    return
  }
  // Nobody could ever get into a private stream again that has no subscribers.
  await retireStream(transaction.db, stream, null)
  await forgetAnnouncementStream(transaction, stream)
  transaction.announce(streamDeleted(stream))
}
