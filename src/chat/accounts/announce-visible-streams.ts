import type { ChatTransaction } from '../chat-platform.ts'
import { dropLostStars } from '../history/read-state/drop-lost-stars.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { isAdministrator, isGuest, type User } from '../identity/users/user.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated, streamDeleted, streamVacated } from '../streams/stream-events.ts'
import { listStreams } from '../streams/stream-store.ts'
import { peersListed } from '../streams/subscriptions/subscription-events.ts'
import {
  deleteLeftSubscriptions,
  listAllSubscribers,
  listSubscriptionRows,
} from '../streams/subscriptions/subscription-store.ts'
import { deleteTopicSettings } from '../streams/topic-visibility/delete-topic-settings.ts'

/** Announces streams that become visible or hidden because of a user's new role. */
export async function announceVisibleStreams(
  transaction: ChatTransaction,
  realm: Realm,
  before: User,
  now: User,
): Promise<void> {
  const { db } = transaction
  const rows = await listSubscriptionRows(db, now.realm_id, now.id)
  const own = new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
  const streams = (await listStreams(db, now.realm_id)).filter((stream) => !own.has(stream.id))
  const gone = streams.filter((stream) => knows(before, stream) && !knows(now, stream))
  const come = streams.filter((stream) => knows(now, stream) && !knows(before, stream))
  const audience = { users: [now.id] }
  for (const stream of gone) {
    transaction.announce(streamDeleted(stream, audience))
    await deleteTopicSettings(transaction, stream, audience.users)
  }
  if (gone.length > 0) await dropLostStars(transaction, { realm, user: now }, undefined)
  if (come.length === 0) return
  const subscribers = await listAllSubscribers(db, now.realm_id)
  for (const stream of come) {
    // The user's clients dropped these settings when the stream became hidden. A new client must not see more.
    await deleteLeftSubscriptions(db, now.realm_id, stream.id, audience.users)
    transaction.announce(streamCreated(stream, audience))
    const ids = (subscribers.get(stream.id) ?? []).map(({ id }) => id)
    if (ids.length > 0) transaction.announce(peersListed(stream, ids, audience.users))
    else transaction.announce({ ...streamVacated(stream), audience })
  }
}

const knows = (user: User, stream: Stream) =>
  isAdministrator(user) || (stream.invite_only === 0 && !isGuest(user))
