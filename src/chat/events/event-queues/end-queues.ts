import type { ChatTransaction } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import { listQueuesOf } from './event-queue-store.ts'
import { eventQueuesTable } from './event-queues-table.ts'

/** Clients that poll them have to register again. Other servers learn of it from the log. */
export async function endQueues(transaction: ChatTransaction, ids: readonly string[]): Promise<void> {
  await eventQueuesTable.removeWhere(transaction.db, { id: ids })
  for (const id of ids) {
    transaction.announce({ type: 'queue_deleted', audience: {}, payload: { queue_id: id } })
  }
}

/** Ends all queues of a user, who may no longer read the pending events. */
export async function endQueuesOf(transaction: ChatTransaction, { realm_id, id }: User): Promise<void> {
  const queues = await listQueuesOf(transaction.db, realm_id, id)
  await endQueues(
    transaction,
    queues.map((queue) => queue.id),
  )
}
