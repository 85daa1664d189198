import type { Events } from '../events.ts'
import { type QueueProgress, storeProgress } from './event-queue-store.ts'
import { StreamReceiver } from './stream-receiver.ts'

/** Small batches, so that other writers do not wait long. */
const WRITTEN_AT_ONCE = 500

/** A pseudo tenant, for a write queue of its own: on PostgreSQL, no sender waits for it, and it locks nothing else. */
const PROGRESS_TENANT = -1

/** Stores how far clients have read. If a crash loses some of it, a queue only expires a little earlier. */
export async function storeQueueProgress(chat: Events): Promise<void> {
  const now = chat.clock.now()
  const progress: QueueProgress[] = []
  for (const queue of chat.queues.live) {
    const { receiver } = queue
    if (receiver instanceof StreamReceiver) receiver.acknowledgeWritten(now)
    if (receiver) queue.lastSeen = now
    else if (!queue.touched) continue
    queue.touched = false
    const { id, acknowledged, lastSeen } = queue
    progress.push({ id, acknowledged, last_seen: Math.floor(lastSeen / 1000) })
  }
  for (let start = 0; start < progress.length; start += WRITTEN_AT_ONCE) {
    const some = progress.slice(start, start + WRITTEN_AT_ONCE)
    await chat.database.write(PROGRESS_TENANT, { work: ({ db }) => storeProgress(db, some) })
  }
}
