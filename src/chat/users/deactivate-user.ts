import type { Chat } from '../chat.ts'
import type { User } from './user.ts'
import { userRemoved } from './user-events.ts'
import { updateUser } from './user-store.ts'

/** The account stays, with what it wrote; its key works no more and its queues end. */
export async function deactivateUser(chat: Chat, user: User): Promise<void> {
  await chat.transact(user.realm_id, async (transaction) => {
    await updateUser(transaction.db, user.realm_id, user.id, { is_active: 0 })
    transaction.announce(userRemoved(user))
  })
}
