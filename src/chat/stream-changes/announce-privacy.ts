import type { ChatTransaction } from '../chat.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated, streamDeleted, streamUpdated, thoseWhoKnow } from '../streams/stream-events.ts'
import { peersTold } from '../subscriptions/subscription-events.ts'
import { deleteLeftSubscriptions, listSubscriberIds } from '../subscriptions/subscription-store.ts'
import { listStrangers } from './list-strangers.ts'

/** Whoever gains or loses sight of the stream hears that it came or went; the others what changed. */
export async function announcePrivacy(transaction: ChatTransaction, was: Stream, is: Stream): Promise<void> {
  if (was.invite_only && !is.invite_only) await revealTo(transaction, is)
  // Of the two, the private one is known to those who know it before and after.
  const audience = thoseWhoKnow(was.invite_only ? was : is)
  transaction.announce(
    streamUpdated(was, audience, 'invite_only', is.invite_only === 1, {
      history_public_to_subscribers: is.history_public === 1,
      is_web_public: false,
    }),
  )
  if (is.invite_only && !was.invite_only) {
    const strangers = await listStrangers(transaction.db, is)
    if (strangers.length > 0) transaction.announce(streamDeleted(was, { users: strangers }))
  }
}

async function revealTo(transaction: ChatTransaction, is: Stream): Promise<void> {
  const { db } = transaction
  const strangers = await listStrangers(db, is)
  if (strangers.length === 0) return
  // Their clients forgot the settings when the stream went out of sight: a new client must not know more.
  await deleteLeftSubscriptions(db, is.realm_id, is.id, strangers)
  transaction.announce(streamCreated(is, { users: strangers }))
  const subscribers = await listSubscriberIds(db, is.realm_id, is.id)
  if (subscribers.length > 0) transaction.announce(peersTold(is, subscribers, strangers))
}
