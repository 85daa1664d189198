import type { ChatTransaction } from '../../chat.ts'
import type { User } from '../../identity/users/user.ts'
import { deleteQueues, listQueuesOf } from './event-queue-store.ts'

/** Whoever polls one of them registers anew. The servers that have been polled for it hear of it by the log. */
export async function endQueues(transaction: ChatTransaction, ids: readonly string[]): Promise<void> {
  await deleteQueues(transaction.db, ids)
  for (const id of ids) {
    transaction.announce({ type: 'queue_deleted', audience: {}, payload: { queue_id: id } })
  }
}

/** All of somebody's: what waits in them is no longer theirs to read. */
export async function endQueuesOf(transaction: ChatTransaction, { realm_id, id }: User): Promise<void> {
  const queues = await listQueuesOf(transaction.db, realm_id, id)
  await endQueues(
    transaction,
    queues.map((queue) => queue.id),
  )
}
