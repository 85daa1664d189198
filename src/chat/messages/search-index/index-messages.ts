import { setImmediate as others } from 'node:timers/promises'
import { readSequence } from '../../../platform/database/sequence-store.ts'
import { readHead } from '../../../platform/events/event-store.ts'
import type { Chat } from '../../chat.ts'
import { indexEntry, type MessageToIndex } from './index-entries.ts'
import { addStep, listMessagesToIndex } from './message-index-store.ts'
import { restAndTidy } from './rest-and-tidy.ts'
import { findSearchMarks, listBacklogs, makeSearchMarks, type SearchMarks } from './search-mark-store.ts'

export interface IndexingPace {
  /** So many new messages of an organization are worth a visit: fewer are searched one by one just as well. */
  atLeast: number
  /** Steps of one run, so that the work of others and the end of the server need not wait for all. */
  steps: number
  /** After each step, so that whoever sends meanwhile hardly notices. */
  restMs?: number
}

/** Bounds how long others wait for the thread that writes. */
const MESSAGES_PER_STEP = 250
/** The same for the one that takes texts apart, and everything else. */
const MESSAGES_AT_ONCE = 50

const usual: IndexingPace = { atLeast: 500, steps: 40, restMs: 25 }

/**
 * Brings the index of the search up to date, some messages at a time: nobody who sends waits for it. What
 * is not indexed yet is searched one by one (find-by-text.ts), so nothing is ever missed. New messages come
 * first; then, backwards, those that were there before there was an index.
 */
export async function indexMessages(chat: Chat, pace: IndexingPace = usual): Promise<void> {
  let steps = pace.steps
  for (const realmId of await listBacklogs(chat.database.read, pace.atLeast)) {
    while (steps > 0 && (await indexSome(chat, realmId, pace.atLeast))) {
      steps -= 1
      await restAndTidy(chat, realmId, pace.restMs)
    }
  }
}

interface Step {
  messages: readonly MessageToIndex[]
  /** where the index reaches to when they are in it */
  after: SearchMarks
}

/**
 * Answers whether there may be more. Reads and takes apart before its transaction, which would keep all who send
 * waiting. If a message was changed in the meantime nothing happens, and the next look finds the same messages again.
 */
async function indexSome(chat: Chat, realmId: number, atLeast: number): Promise<boolean> {
  const { read } = chat.database
  const position = await readHead(read, realmId)
  const before = await findSearchMarks(read, realmId)
  const step = (await findNew(chat, realmId, before, atLeast)) ?? (await findOld(chat, realmId, before))
  if (!step) return false
  const entries = await takeApart(chat, realmId, step.messages)
  await chat.transact(realmId, async ({ db }) => {
    if (before.high === 0) await makeSearchMarks(db, realmId)
    await addStep(db, { realmId, entries, before, after: step.after, position })
  })
  return true
}

async function takeApart(chat: Chat, realmId: number, messages: readonly MessageToIndex[]): Promise<string> {
  const entries: string[] = []
  for (const message of messages) {
    entries.push(JSON.stringify(indexEntry(chat.database.engine, realmId, message)))
    if (entries.length % MESSAGES_AT_ONCE === 0) await others()
  }
  return `[${entries.join(',')}]`
}

async function findNew(
  { database: { read } }: Chat,
  realmId: number,
  { low, high }: SearchMarks,
  atLeast: number,
): Promise<Step | undefined> {
  const newest = await readSequence(read, realmId, 'messages')
  if (newest - high < atLeast) return undefined
  // Not those that came since then: the index would reach further than its mark, and the next step would add them again.
  const range = { after: high, upTo: newest }
  const messages = await listMessagesToIndex(read, realmId, range, MESSAGES_PER_STEP)
  const isAll = messages.length < MESSAGES_PER_STEP
  return { messages, after: { low, high: isAll ? newest : messages.at(-1)!.id } }
}

async function findOld(
  { database: { read } }: Chat,
  realmId: number,
  { low, high }: SearchMarks,
): Promise<Step | undefined> {
  if (low === 0) return undefined
  const messages = await listMessagesToIndex(read, realmId, { backFrom: low }, MESSAGES_PER_STEP)
  const isAll = messages.length < MESSAGES_PER_STEP
  return { messages, after: { low: isAll ? 0 : messages.at(-1)!.id - 1, high } }
}
