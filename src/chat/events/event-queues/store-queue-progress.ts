import type { Chat } from '../../chat.ts'
import { type QueueProgress, storeProgress } from './event-queue-store.ts'
import { StreamReceiver } from './stream-receiver.ts'

/** Others want to write, too. */
const WRITTEN_AT_ONCE = 500

/** A lane of its own: on PostgreSQL no sender waits for this, and its transactions lock nothing else. */
const PROGRESS_LANE = -1

/** How far clients have come. What a crash loses of it only makes a queue live a little less long. */
export async function storeQueueProgress(chat: Chat): Promise<void> {
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
    await chat.database.write(PROGRESS_LANE, { work: ({ db }) => storeProgress(db, some) })
  }
}
