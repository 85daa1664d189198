import { secondsOf } from '../../../platform/clock.ts'
import { ChatError } from '../../chat-error.ts'
import { QUEUE_IN_USE_SECONDS, QUEUES_PER_USER } from '../../chat-limits.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import type { Events } from '../events.ts'
import { endQueues } from './end-queues.ts'
import { listQueuesOf } from './event-queue-store.ts'

/**
 * Called before a queue is registered. A script that is restarted again and again leaves unused queues behind, so the
 * longest unused one is evicted. If all are in use, the new queue is refused.
 */
export async function evictIdleQueue(chat: Events, transaction: ChatTransaction, user: User): Promise<void> {
  const queues = await listQueuesOf(transaction.db, user.realm_id, user.id)
  const surplus = queues.length + 1 - QUEUES_PER_USER
  if (surplus <= 0) return
  const usedHere = new Map(
    [...chat.queues.live]
      .filter(({ viewer }) => viewer.realmId === user.realm_id && viewer.userId === user.id)
      .map(({ id, receiver, lastSeen }) => [id, receiver ? Number.POSITIVE_INFINITY : lastSeen / 1000]),
  )
  const inUseSince = secondsOf(chat.clock) - QUEUE_IN_USE_SECONDS
  const unused = queues.filter(
    ({ id, last_seen: written }) => Math.max(written, usedHere.get(id) ?? 0) < inUseSince,
  )
  if (unused.length < surplus) throw tooManyQueues()
  await endQueues(
    transaction,
    unused.slice(0, surplus).map(({ id }) => id),
  )
}

/** `retry-after` is also sent as a header of that name. */
const tooManyQueues = () =>
  new ChatError(`You have too many event queues in use (limit: ${QUEUES_PER_USER})`, {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    extra: { 'retry-after': QUEUE_IN_USE_SECONDS },
  })
