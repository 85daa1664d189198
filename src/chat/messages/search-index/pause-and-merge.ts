import { setTimeout as rest } from 'node:timers/promises'
import type { ChatPlatform } from '../../chat-platform.ts'
import { mergeIndex } from './message-index-store.ts'

/** A step adds about ten pages, each of which is merged as often as the index has levels. */
const PAGES_PER_STEP = 64
const PAGES_AT_ONCE = 16

/**
 * Pauses between two steps that write many entries. Meanwhile SQLite's index is merged in several small batches,
 * between other writes. Otherwise SQLite would eventually merge everything at once, and all writers would have to wait.
 */
export async function pauseAndMerge(chat: ChatPlatform, realmId: number, restMs = 0): Promise<void> {
  if (chat.database.engine === 'postgres') {
    if (restMs) await rest(restMs)
    return
  }
  for (let done = 0; done < PAGES_PER_STEP; done += PAGES_AT_ONCE) {
    await chat.database.write(realmId, { work: ({ db }) => mergeIndex(db, { pages: PAGES_AT_ONCE }) })
    if (restMs) await rest(restMs / (PAGES_PER_STEP / PAGES_AT_ONCE))
  }
}
