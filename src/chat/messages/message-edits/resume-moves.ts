import type { Rendering } from '../rendering.ts'
import { pauseAndMerge } from '../search-index/pause-and-merge.ts'
import { continueMove, REST_MS } from './move-messages.ts'
import { listStalledMoves } from './topic-move-store.ts'
import type { TopicMovesTable } from './topic-moves-table.ts'

/** An active move completes a batch more often than this. */
const STALLED_AFTER_MS = 5000

/** Completes moves whose request has timed out, or whose server has died. */
export async function resumeMoves(chat: Rendering, stopping: AbortSignal): Promise<void> {
  let pending = await listStalledMoves(chat.database.read, chat.clock.now() - STALLED_AFTER_MS)
  while (pending.length > 0 && !stopping.aborted) {
    const unfinished: TopicMovesTable[] = []
    for (const move of pending) {
      if (await hasEnded(chat, move)) continue
      unfinished.push(move)
      await pauseAndMerge(chat, move.realm_id, REST_MS)
    }
    pending = unfinished
  }
}

async function hasEnded(chat: Rendering, { realm_id: realmId, id }: TopicMovesTable): Promise<boolean> {
  try {
    return await continueMove(chat, realmId, id)
  } catch (error) {
    // A failing move must not block the others. The next run finds it again.
    chat.log.warn({ err: error, realm: realmId, move: id }, 'moving messages failed; retrying later')
    return true
  }
}
