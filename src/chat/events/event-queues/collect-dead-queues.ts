import { secondsOf } from '../../../platform/clock.ts'
import {
  hasEventsBefore,
  newestPositionBefore,
  pruneEvents,
  readHeads,
} from '../../../platform/events/event-store.ts'
import type { Chat } from '../../chat.ts'
import { EVENTS_HELD } from '../../chat-limits.ts'
import { endQueues } from './end-queues.ts'
import {
  deleteQueues,
  listOldestAcknowledged,
  listQueuesBehind,
  listQueuesSeenBefore,
} from './event-queue-store.ts'

/** Queues that are alive hold the log back; this is for those that are just being registered. */
const EVENTS_KEPT_MS = 3_600_000

/** Other servers write down every few seconds that a queue is polled. */
const WRITTEN_DOWN_SECONDS = 15

/** Lets go of queues that nobody has polled here for their lifespan. */
export async function forgetDeadQueues(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  for (const queue of [...chat.queues.live]) if (queue.isExpired(now)) chat.queues.forget(queue)
}

/** Ends queues that nobody has polled anywhere for their lifespan. */
export async function collectDeadQueues(chat: Chat): Promise<void> {
  await forgetDeadQueues(chat)
  const patience = chat.bus.isShared ? WRITTEN_DOWN_SECONDS : 0
  const alive = new Set([...chat.queues.live].map((queue) => queue.id))
  const latest = secondsOf(chat.clock) - chat.config.eventQueueIdleSeconds
  for (const row of await listQueuesSeenBefore(chat.database.read, latest)) {
    const { lifespan } = JSON.parse(row.options) as { lifespan: number }
    if (alive.has(row.id) || secondsOf(chat.clock) - row.last_seen <= lifespan + patience) continue
    await chat.database.write(row.realm_id, { work: ({ db }) => deleteQueues(db, [row.id]) })
  }
}

/** Forgets what the slowest living queue has acknowledged; a queue that holds back more than `held` is ended. */
export async function forgetOldEvents(chat: Chat, held = EVENTS_HELD): Promise<void> {
  const db = chat.database.read
  const before = chat.clock.now() - EVENTS_KEPT_MS
  const needed = await listOldestAcknowledged(db)
  for (const [realmId, head] of await readHeads(db)) {
    const oldest = needed.get(realmId) ?? head
    const upTo = head - oldest > held ? await endQueuesBehind(chat, realmId, head - held, before) : oldest
    if (!(await hasEventsBefore(db, realmId, upTo, before))) continue
    await chat.database.write(realmId, { work: (batch) => pruneEvents(batch.db, realmId, upTo, before) })
  }
}

/**
 * Ends those that have left old events unread; answers up to where the log is not needed any more. However much
 * happens within an hour, a client that polls is never so slow.
 */
async function endQueuesBehind(chat: Chat, realmId: number, upTo: number, before: number): Promise<number> {
  const unread = await newestPositionBefore(chat.database.read, realmId, upTo, before)
  await chat.transact(realmId, async (transaction) => {
    await endQueues(transaction, await listQueuesBehind(transaction.db, realmId, unread))
  })
  return (await listOldestAcknowledged(chat.database.read)).get(realmId) ?? upTo
}
