import { secondsOf } from '../../../platform/clock.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import { removeFileBytes } from '../../messages/attachments/delete-attachment.ts'
import { REST_MS } from '../../messages/message-edits/move-messages.ts'
import type { Messages } from '../../messages/messages.ts'
import { pauseAndMerge } from '../../messages/search-index/pause-and-merge.ts'
import { erasureSteps, HeldMeanwhile } from './erasure-steps.ts'
import { type PersonErasuresTable, personErasuresTable } from './person-erasures-table.ts'

const RETRY_MS = 60_000
/** A legal hold that came after the order: the erasure goes on when it is released. */
const HELD_RETRY_MS = 3_600_000

/**
 * Erases what is left of people whose accounts are empty (see order-erasure.ts), in batches, each a transaction with its
 * events and the progress: after a crash, the next server continues.
 */
export const handleErasures = (chat: Messages): void =>
  chat.outbox.handle('person_erasure', {
    concurrency: 1,
    retryAfter: () => RETRY_MS,
    retriesAtStart: true,
    attempt: (entry) => erasePerson(chat, entry),
  })

async function erasePerson(chat: Messages, entry: OutboxEntry<{ userId: number }>): Promise<void> {
  const { signal, tenant } = entry
  const key = { realm_id: tenant, user_id: entry.payload.userId }
  try {
    for (;;) {
      signal.throwIfAborted()
      const erasure = await personErasuresTable.find(chat.database.read, key)
      if (!erasure || erasure.finished_at !== null) return
      await continueErasure(chat, erasure)
      await pauseAndMerge(chat, tenant, REST_MS)
    }
  } catch (error) {
    if (!(error instanceof HeldMeanwhile)) throw error
    chat.log.warn({ realm: tenant, user: key.user_id }, 'an erasure waits for the end of a legal hold')
    await chat.database.write(tenant, {
      work: ({ db }) => entry.postpone(db, chat.clock.now() + HELD_RETRY_MS),
    })
  }
}

/** Does the next batch. */
async function continueErasure(chat: Messages, erasure: PersonErasuresTable): Promise<void> {
  const step = erasureSteps(erasure)[erasure.step]
  if (step === 'beyond the chat') {
    const isDone = await chat.beyondChat.erase(erasure.realm_id, erasure.user_id)
    if (!isDone) return
  }
  const after = await chat.transact(erasure.realm_id, async (transaction) => {
    const current = await personErasuresTable.find(transaction.db, erasure)
    // Another server was faster.
    if (current?.step !== erasure.step || current.position !== erasure.position) return
    if (step === undefined) {
      await personErasuresTable.update(transaction.db, erasure, { finished_at: secondsOf(chat.clock) })
      return
    }
    if (step === 'beyond the chat') {
      await personErasuresTable.update(transaction.db, erasure, { step: erasure.step + 1, position: 0 })
      return
    }
    const { position, deleted = 0, files } = await step(transaction, current)
    await personErasuresTable.update(transaction.db, erasure, {
      ...(position === 'end' ? { step: erasure.step + 1, position: 0 } : { position }),
      deleted_messages: current.deleted_messages + deleted,
    })
    return files
  })
  // What a crash leaves here is collected later: see chat-jobs.ts.
  for (const file of after ?? []) await removeFileBytes(chat, file)
}
