import type { Chat } from '../../chat.ts'
import { restAndTidy } from '../search-index/rest-and-tidy.ts'
import { continueMove, REST_MS } from './move-messages.ts'
import { listMovesLeft } from './topic-move-store.ts'
import type { TopicMovesTable } from './topic-moves-table.ts'

/** Whoever works on a move does a batch more often than this. */
const LEFT_BEHIND_MS = 5000

/** Finishes moves whose request waits no longer, or whose server has died. */
export async function resumeMoves(chat: Chat, stopping: AbortSignal): Promise<void> {
  let left = await listMovesLeft(chat.database.read, chat.clock.now() - LEFT_BEHIND_MS)
  while (left.length > 0 && !stopping.aborted) {
    const unfinished: TopicMovesTable[] = []
    for (const move of left) {
      if (await hasEnded(chat, move)) continue
      unfinished.push(move)
      await restAndTidy(chat, move.realm_id, REST_MS)
    }
    left = unfinished
  }
}

async function hasEnded(chat: Chat, { realm_id: realmId, id }: TopicMovesTable): Promise<boolean> {
  try {
    return await continueMove(chat, realmId, id)
  } catch (error) {
    // It must not keep the others waiting. The next look finds it again.
    chat.log.warn({ err: error, realm: realmId, move: id }, 'moving messages failed; trying again')
    return true
  }
}
