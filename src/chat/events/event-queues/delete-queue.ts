import type { Actor } from '../../identity/users/user.ts'
import type { Events } from '../events.ts'
import { endQueues } from './end-queues.ts'
import { accessQueue } from './get-events.ts'

export async function deleteQueue(chat: Events, actor: Actor, id: string): Promise<void> {
  const queue = await accessQueue(chat, actor, id, 'You are not authorized to access this queue')
  await chat.transact(actor.realm.id, (transaction) => endQueues(transaction, [id]))
  chat.queues.drop(queue, 'queue_gone')
}
