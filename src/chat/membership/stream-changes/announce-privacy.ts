import type { ChatTransaction } from '../../chat.ts'
import { dropEverybodysLostStars } from '../../history/read-state/drop-lost-stars.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Stream } from '../../streams/stream.ts'
import { streamCreated, streamDeleted, streamUpdated, thoseWhoKnow } from '../../streams/stream-events.ts'
import { peersTold } from '../../streams/subscriptions/subscription-events.ts'
import { deleteLeftSubscriptions, listSubscriberIds } from '../../streams/subscriptions/subscription-store.ts'
import { forgetTopics } from '../../streams/topic-visibility/forget-topics.ts'
import { listStrangers } from './list-strangers.ts'

/** Whoever gains or loses sight of the stream hears that it came or went; the others what changed. */
export async function announcePrivacy(
  transaction: ChatTransaction,
  realm: Realm,
  was: Stream,
  is: Stream,
): Promise<void> {
  if (was.invite_only && !is.invite_only) await revealTo(transaction, is)
  // Of the two, the private one is known to those who know it before and after.
  const audience = thoseWhoKnow(was.invite_only ? was : is)
  transaction.announce(
    streamUpdated(was, audience, 'invite_only', is.invite_only === 1, {
      history_public_to_subscribers: is.history_public === 1,
      is_web_public: false,
    }),
  )
  const isHidden = is.invite_only === 1 && was.invite_only === 0
  if (isHidden) await hideFromStrangers(transaction, was, is)
  const isHistoryClosed = is.history_public === 0 && was.history_public === 1
  if (isHidden || isHistoryClosed) await dropEverybodysLostStars(transaction, realm, is.id)
}

async function hideFromStrangers(transaction: ChatTransaction, was: Stream, is: Stream): Promise<void> {
  const strangers = await listStrangers(transaction.db, is)
  if (strangers.length === 0) return
  transaction.announce(streamDeleted(was, { users: strangers }))
  await forgetTopics(transaction, is, strangers)
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
