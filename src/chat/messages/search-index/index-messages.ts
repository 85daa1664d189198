import { setImmediate as others } from 'node:timers/promises'
import { readHead } from '../../../platform/database/log-head-store.ts'
import { readSequence } from '../../../platform/database/sequence-store.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { indexEntry, type MessageToIndex } from './index-entries.ts'
import { addStep, listMessagesToIndex } from './message-index-store.ts'
import { pauseAndMerge } from './pause-and-merge.ts'
import { findSearchMarks, listBacklogs, makeSearchMarks, type SearchMarks } from './search-mark-store.ts'

export interface IndexingPace {
  /** How many new messages of an organization start a run. Scanning fewer is just as fast. */
  atLeast: number
  /** Steps per run, so that other jobs and a shutdown do not wait long. */
  steps: number
  /** Pause after each step, so that senders hardly notice. */
  restMs?: number
}

/** Limits how long the writer thread is busy. */
const MESSAGES_PER_STEP = 250
/** Limits how long the main thread is busy with tokenizing. */
const MESSAGES_AT_ONCE = 50

const usual: IndexingPace = { atLeast: 500, steps: 40, restMs: 25 }

/**
 * Updates the search index in small steps, so that no sender waits for it. Messages that are not indexed yet are
 * scanned (find-by-text.ts), so search is always complete. New messages come first, then, backwards, those that are
 * older than the index. Returns whether there may be more.
 */
export async function indexMessages(chat: ChatPlatform, pace: IndexingPace = usual): Promise<boolean> {
  let steps = pace.steps
  for (const realmId of await listBacklogs(chat.database.read, pace.atLeast)) {
    while (steps > 0 && (await indexSome(chat, realmId, pace.atLeast))) {
      steps -= 1
      await pauseAndMerge(chat, realmId, pace.restMs)
    }
  }
  return steps === 0
}

interface Step {
  messages: readonly MessageToIndex[]
  /** the range of the index once they are in it */
  after: SearchMarks
}

/**
 * Returns whether there may be more. Reads and tokenizes before the transaction, which would block senders. If a
 * message changes meanwhile, nothing is stored, and the next run finds the same messages again.
 */
async function indexSome(chat: ChatPlatform, realmId: number, atLeast: number): Promise<boolean> {
  const { read } = chat.database
  const position = await readHead(read, realmId)
  const before = await findSearchMarks(read, realmId)
  const step = (await findNew(chat, realmId, before, atLeast)) ?? (await findOld(chat, realmId, before))
  if (!step) return false
  const entries = await encodeEntries(chat, realmId, step.messages)
  await chat.transact(realmId, async ({ db }) => {
    if (before.high === 0) await makeSearchMarks(db, realmId)
    await addStep(db, { realmId, entries, before, after: step.after, position })
  })
  return true
}

async function encodeEntries(
  chat: ChatPlatform,
  realmId: number,
  messages: readonly MessageToIndex[],
): Promise<string> {
  const entries: string[] = []
  for (const message of messages) {
    entries.push(JSON.stringify(indexEntry(chat.database.engine, realmId, message)))
    if (entries.length % MESSAGES_AT_ONCE === 0) await others()
  }
  return `[${entries.join(',')}]`
}

async function findNew(
  { database: { read } }: ChatPlatform,
  realmId: number,
  { low, high }: SearchMarks,
  atLeast: number,
): Promise<Step | undefined> {
  const newest = await readSequence(read, realmId, 'messages')
  if (newest - high < atLeast) return undefined
  // Without later messages: the index would reach beyond its mark, and the next step would add them again.
  const range = { after: high, upTo: newest }
  const messages = await listMessagesToIndex(read, realmId, range, MESSAGES_PER_STEP)
  const isAll = messages.length < MESSAGES_PER_STEP
  return { messages, after: { low, high: isAll ? newest : messages.at(-1)!.id } }
}

async function findOld(
  { database: { read } }: ChatPlatform,
  realmId: number,
  { low, high }: SearchMarks,
): Promise<Step | undefined> {
  if (low === 0) return undefined
  const messages = await listMessagesToIndex(read, realmId, { backFrom: low }, MESSAGES_PER_STEP)
  const isAll = messages.length < MESSAGES_PER_STEP
  return { messages, after: { low: isAll ? 0 : messages.at(-1)!.id - 1, high } }
}
