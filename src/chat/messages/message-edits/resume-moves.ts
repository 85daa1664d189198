import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import type { Rendering } from '../rendering.ts'
import { pauseAndMerge } from '../search-index/pause-and-merge.ts'
import { topicMovesTable } from './message-edits-table.ts'
import { continueMove, type QueuedMove, REST_MS, STALLED_AFTER_MS } from './move-messages.ts'

const MAX_CONCURRENT = 4

/** Completes moves whose request has timed out, or whose server has died. */
export const handleMoves = (chat: Rendering): void =>
  chat.outbox.handle('topic_move', {
    concurrency: MAX_CONCURRENT,
    retryAfter: () => STALLED_AFTER_MS,
    attempt: (entry) => resumeMove(chat, entry),
  })

async function resumeMove(chat: Rendering, entry: OutboxEntry<QueuedMove>): Promise<void> {
  const { signal, tenant } = entry
  const { moveId } = entry.payload
  const move = await topicMovesTable.find(chat.database.read, { realm_id: tenant, id: moveId })
  if (!move) return
  const stalledAt = move.worked_at + STALLED_AFTER_MS
  // Its request goes on with it.
  if (stalledAt > chat.clock.now()) {
    await chat.database.write(tenant, { work: ({ db }) => entry.postpone(db, stalledAt) })
    return
  }
  while (!(await continueMove(chat, tenant, moveId))) {
    signal.throwIfAborted()
    await pauseAndMerge(chat, tenant, REST_MS)
  }
}
