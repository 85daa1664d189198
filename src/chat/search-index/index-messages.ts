import type { Chat } from '../chat.ts'
import { addToIndex, listMessagesToIndex } from './message-index-store.ts'
import { findSearchMarks, listBacklogs, storeSearchMarks } from './search-mark-store.ts'

export interface IndexingPace {
  /** So many new messages of an organization are worth a visit: fewer are searched one by one just as well. */
  atLeast: number
  /** Steps of one run, so that the work of others and the end of the server need not wait for all. */
  steps: number
}

/** Bounds how long other writers wait. */
const MESSAGES_PER_STEP = 250

const usual: IndexingPace = { atLeast: 500, steps: 40 }

/**
 * Brings the index of the search up to date, some messages at a time: nobody who sends waits for it. What
 * is not indexed yet is searched one by one (find-by-text.ts), so nothing is ever missed. New messages come
 * first; then, backwards, those that were there before there was an index.
 */
export async function indexMessages(chat: Chat, pace: IndexingPace = usual): Promise<void> {
  let steps = pace.steps
  for (const realmId of await listBacklogs(chat.database.read, pace.atLeast)) {
    while (steps > 0 && (await indexNew(chat, realmId, pace.atLeast))) steps -= 1
    while (steps > 0 && (await indexOld(chat, realmId))) steps -= 1
  }
}

/** Answers whether there may be more. In one transaction with its marks, and never at once with an edit. */
function indexNew(chat: Chat, realmId: number, atLeast: number): Promise<boolean> {
  return chat.transact(realmId, async (transaction) => {
    const { db } = transaction
    const { low, high } = await findSearchMarks(db, realmId)
    const newest = await transaction.last('messages')
    if (newest - high < atLeast) return false
    const messages = await listMessagesToIndex(db, realmId, { after: high }, MESSAGES_PER_STEP)
    await addToIndex(db, realmId, messages)
    const isAll = messages.length < MESSAGES_PER_STEP
    await storeSearchMarks(db, { realm_id: realmId, low, high: isAll ? newest : messages.at(-1)!.id })
    return !isAll
  })
}

function indexOld(chat: Chat, realmId: number): Promise<boolean> {
  return chat.transact(realmId, async ({ db }) => {
    const { low, high } = await findSearchMarks(db, realmId)
    if (low === 0) return false
    const messages = await listMessagesToIndex(db, realmId, { upTo: low }, MESSAGES_PER_STEP)
    await addToIndex(db, realmId, messages)
    const isAll = messages.length < MESSAGES_PER_STEP
    await storeSearchMarks(db, { realm_id: realmId, low: isAll ? 0 : messages.at(-1)!.id - 1, high })
    return !isAll
  })
}
