import type { ChatTransaction } from '../../chat-platform.ts'
import { dropEverybodysLostStars } from '../../history/read-state/drop-lost-stars.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Stream } from '../../streams/stream.ts'
import { audienceOfStream, streamCreated, streamDeleted, streamUpdated } from '../../streams/stream-events.ts'
import { peersListed } from '../../streams/subscriptions/subscription-events.ts'
import { deleteLeftSubscriptions, listSubscriberIds } from '../../streams/subscriptions/subscription-store.ts'
import { deleteTopicSettings } from '../../streams/topic-visibility/delete-topic-settings.ts'
import { listNonSubscribers } from './list-non-subscribers.ts'

/**
 * Users who gain or lose sight of the stream get an event that it was created or deleted. The others get the change.
 */
export async function announcePrivacy(
  transaction: ChatTransaction,
  realm: Realm,
  was: Stream,
  is: Stream,
): Promise<void> {
  if (was.invite_only && !is.invite_only) await revealTo(transaction, is)
  // The private one of the two states is visible to everybody who sees the stream before and after.
  const audience = audienceOfStream(was.invite_only ? was : is)
  transaction.announce(
    streamUpdated(was, audience, 'invite_only', is.invite_only === 1, {
      history_public_to_subscribers: is.history_public === 1,
      is_web_public: false,
    }),
  )
  const isHidden = is.invite_only === 1 && was.invite_only === 0
  if (isHidden) await hideFromNonSubscribers(transaction, was, is)
  const isHistoryClosed = is.history_public === 0 && was.history_public === 1
  if (isHidden || isHistoryClosed) await dropEverybodysLostStars(transaction, realm, is.id)
}

async function hideFromNonSubscribers(transaction: ChatTransaction, was: Stream, is: Stream): Promise<void> {
  const nonSubscribers = await listNonSubscribers(transaction.db, is)
  if (nonSubscribers.length === 0) return
  transaction.announce(streamDeleted(was, { users: nonSubscribers }))
  await deleteTopicSettings(transaction, is, nonSubscribers)
}

async function revealTo(transaction: ChatTransaction, is: Stream): Promise<void> {
  const { db } = transaction
  const nonSubscribers = await listNonSubscribers(db, is)
  if (nonSubscribers.length === 0) return
  // Their clients dropped the settings when the stream became private. A new client must not know more.
  await deleteLeftSubscriptions(db, is.realm_id, is.id, nonSubscribers)
  transaction.announce(streamCreated(is, { users: nonSubscribers }))
  const subscribers = await listSubscriberIds(db, is.realm_id, is.id)
  if (subscribers.length > 0) transaction.announce(peersListed(is, subscribers, nonSubscribers))
}
