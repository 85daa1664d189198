import type { ChatTransaction } from '../chat.ts'
import { deleteQueues } from './event-queue-store.ts'

/** Whoever polls one of them registers anew. The servers that have been polled for it hear of it by the log. */
export async function endQueues(transaction: ChatTransaction, ids: readonly string[]): Promise<void> {
  await deleteQueues(transaction.db, ids)
  for (const id of ids) {
    transaction.announce({ type: 'queue_deleted', audience: {}, payload: { queue_id: id } })
  }
}
