import type { ChatTransaction } from '../chat-platform.ts'
import type { User } from '../identity/users/user.ts'
import { streamOccupied, streamVacated } from '../streams/stream-events.ts'
import { findStream } from '../streams/stream-store.ts'
import { peerChanged } from '../streams/subscriptions/subscription-events.ts'
import { listSubscriberIds, listSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'

/** A deactivated account keeps its subscriptions, but no longer counts as a subscriber. */
export async function announcePeerRemoved(transaction: ChatTransaction, user: User): Promise<void> {
  for (const stream of await subscribedStreams(transaction, user)) {
    transaction.announce(peerChanged('peer_remove', stream, user.id))
    const left = await listSubscriberIds(transaction.db, user.realm_id, stream.id)
    if (left.length === 0) transaction.announce(streamVacated(stream))
  }
}

/** The account is active again: its subscriptions count again. */
export async function announcePeerAdded(transaction: ChatTransaction, user: User): Promise<void> {
  for (const stream of await subscribedStreams(transaction, user)) {
    const present = await listSubscriberIds(transaction.db, user.realm_id, stream.id)
    if (present.length === 1) transaction.announce(streamOccupied(stream))
    transaction.announce(peerChanged('peer_add', stream, user.id))
  }
}

async function subscribedStreams({ db }: ChatTransaction, user: User) {
  const rows = await listSubscriptionRows(db, user.realm_id, user.id)
  const streams = await Promise.all(
    rows.filter((row) => row.active === 1).map((row) => findStream(db, user.realm_id, row.stream_id)),
  )
  return streams.filter((stream) => stream !== undefined)
}
