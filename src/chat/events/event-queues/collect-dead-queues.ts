import { secondsOf } from '../../../platform/clock.ts'
import { readHeads } from '../../../platform/database/log-head-store.ts'
import { hasEventsBefore, newestPositionBefore, pruneEvents } from '../../../platform/events/event-store.ts'
import { EVENTS_HELD } from '../../chat-limits.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { pruneRoleChanges } from '../../identity/users/user-store.ts'
import type { Events } from '../events.ts'
import { findMaintenance } from './change-maintenance.ts'
import { endQueues } from './end-queues.ts'
import {
  findOldestSeen,
  listOldestAcknowledged,
  listQueuesBehind,
  listQueuesSeenBefore,
} from './event-queue-store.ts'
import { eventQueuesTable } from './event-queues-table.ts'

/** Live queues keep the events that they need. This protects queues that are just being registered. */
const EVENTS_KEPT_MS = 3_600_000

/** Other servers store every few seconds that a queue is being polled. */
const PROGRESS_DELAY_SECONDS = 15

const MAINTENANCE_PAUSE_MS = 60_000

/** Drops queues of this process that have not been polled here for their lifespan. */
export async function dropDeadQueues(chat: Events): Promise<void> {
  const now = chat.clock.now()
  for (const queue of [...chat.queues.live]) if (queue.isExpired(now)) chat.queues.drop(queue)
}

/** Ends queues that have not been polled anywhere for their lifespan. Returns when the next one may have to end. */
export async function collectDeadQueues(chat: Events): Promise<number> {
  await dropDeadQueues(chat)
  // Nobody can poll.
  if (await findMaintenance(chat.database.read)) return chat.clock.now() + MAINTENANCE_PAUSE_MS
  const patience = chat.bus.isShared ? PROGRESS_DELAY_SECONDS : 0
  const alive = new Set([...chat.queues.live].map((queue) => queue.id))
  const now = secondsOf(chat.clock)
  const { eventQueueIdleSeconds: minLifespan } = chat.config
  let nextEnd = ((await findOldestSeen(chat.database.read, now - minLifespan)) ?? now) + minLifespan
  for (const row of await listQueuesSeenBefore(chat.database.read, now - minLifespan)) {
    const { lifespan } = JSON.parse(row.options) as { lifespan: number }
    const isDead = !alive.has(row.id) && now - row.last_seen > lifespan + patience
    if (isDead)
      await chat.database.write(row.realm_id, { work: ({ db }) => eventQueuesTable.remove(db, row) })
    else nextEnd = Math.min(nextEnd, row.last_seen + lifespan)
  }
  return (nextEnd + patience + 1) * 1000
}

/** Prunes events that every queue has acknowledged. Ends a queue that holds back more than `held` events. */
export async function pruneEventLog(chat: ChatPlatform, held = EVENTS_HELD): Promise<void> {
  const db = chat.database.read
  const before = chat.clock.now() - EVENTS_KEPT_MS
  const needed = await listOldestAcknowledged(db)
  for (const [realmId, head] of await readHeads(db)) {
    const oldest = needed.get(realmId) ?? head
    const upTo = head - oldest > held ? await endQueuesBehind(chat, realmId, head - held, before) : oldest
    if (!(await hasEventsBefore(db, realmId, upTo, before))) continue
    const pruned = await newestPositionBefore(db, realmId, upTo, before)
    await chat.database.write(realmId, {
      async work(batch) {
        await pruneEvents(batch.db, realmId, upTo, before)
        await pruneRoleChanges(batch.db, realmId, pruned)
      },
    })
  }
}

/**
 * Ends queues that have left old events unread. Returns the position up to which the log can be pruned. A client that
 * polls is never an hour behind, however many events there are.
 */
async function endQueuesBehind(
  chat: ChatPlatform,
  realmId: number,
  upTo: number,
  before: number,
): Promise<number> {
  const unread = await newestPositionBefore(chat.database.read, realmId, upTo, before)
  await chat.transact(realmId, async (transaction) => {
    await endQueues(transaction, await listQueuesBehind(transaction.db, realmId, unread))
  })
  return (await listOldestAcknowledged(chat.database.read)).get(realmId) ?? upTo
}
