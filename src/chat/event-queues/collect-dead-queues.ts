import { secondsOf } from '../../platform/clock.ts'
import { hasEventsBefore, pruneEvents, readHeads } from '../../platform/events/event-store.ts'
import type { Chat } from '../chat.ts'
import { deleteQueues, listOldestAcknowledged, listQueuesSeenBefore } from './event-queue-store.ts'

/** Queues that are alive hold the log back; this is for those that are just being registered. */
const EVENTS_KEPT_MS = 3_600_000

/** Ends queues that nobody has polled for their lifespan. */
export async function collectDeadQueues(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  for (const queue of [...chat.queues.live]) if (queue.isExpired(now)) chat.queues.forget(queue)
  const alive = new Set([...chat.queues.live].map((queue) => queue.id))
  const latest = secondsOf(chat.clock) - chat.config.eventQueueIdleSeconds
  for (const row of await listQueuesSeenBefore(chat.database.read, latest)) {
    const { lifespan } = JSON.parse(row.options) as { lifespan: number }
    if (alive.has(row.id) || secondsOf(chat.clock) - row.last_seen <= lifespan) continue
    await chat.database.write(row.realm_id, { work: ({ db }) => deleteQueues(db, [row.id]) })
  }
}

/** Forgets what the slowest living queue has acknowledged. */
export async function forgetOldEvents(chat: Chat): Promise<void> {
  const db = chat.database.read
  const before = chat.clock.now() - EVENTS_KEPT_MS
  const needed = await listOldestAcknowledged(db)
  for (const [realmId, head] of await readHeads(db)) {
    const upTo = needed.get(realmId) ?? head
    if (!(await hasEventsBefore(db, realmId, upTo, before))) continue
    await chat.database.write(realmId, { work: (batch) => pruneEvents(batch.db, realmId, upTo, before) })
  }
}
