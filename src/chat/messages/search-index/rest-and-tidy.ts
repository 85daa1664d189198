import { setTimeout as rest } from 'node:timers/promises'
import type { Chat } from '../../chat.ts'
import { tidyIndex } from './message-index-store.ts'

/** A step adds about ten pages, each of which is merged as often as the index has levels. */
const PAGES_PER_STEP = 64
const PAGES_AT_ONCE = 16

/**
 * Between two steps that write many entries. SQLite's index is merged meanwhile, a little in each of several batches of
 * other people's changes: what is left unmerged it would merge at once some time, and everybody would wait for that.
 */
export async function restAndTidy(chat: Chat, realmId: number, restMs = 0): Promise<void> {
  if (chat.database.engine === 'postgres') {
    if (restMs) await rest(restMs)
    return
  }
  for (let done = 0; done < PAGES_PER_STEP; done += PAGES_AT_ONCE) {
    await chat.database.write(realmId, { work: ({ db }) => tidyIndex(db, { pages: PAGES_AT_ONCE }) })
    if (restMs) await rest(restMs / (PAGES_PER_STEP / PAGES_AT_ONCE))
  }
}
