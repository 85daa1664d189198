import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { eventQueuesTable } from '../events/event-queues/event-queues-table.ts'
import { endSessionsOf } from '../identity/sessions/end-sessions.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { botRemoved } from '../people/bots/bot-events.ts'
import { userRemoved } from '../people/user-events.ts'
import { announcePeerRemoved } from './announce-stream-peers.ts'

/** Keeps the account and its messages. Its key stops working, and its queues, sessions and bots end. */
export function deactivateUser(chat: ChatPlatform, user: User): Promise<void> {
  return chat.transact(user.realm_id, (transaction) => deactivateWithin(transaction, user))
}

/** The same as part of a larger transaction. */
export async function deactivateWithin(transaction: ChatTransaction, user: User): Promise<void> {
  const { db } = transaction
  await usersTable.update(db, user, { is_active: 0 })
  await endSessionsOf(transaction, user)
  await eventQueuesTable.removeWhere(db, { realm_id: user.realm_id, user_id: user.id })
  transaction.announce(userRemoved(user))
  await announcePeerRemoved(transaction, user)
  if (isBot(user)) transaction.announce(botRemoved(user))
  for (const bot of await usersTable.list(db, { realm_id: user.realm_id, bot_owner_id: user.id })) {
    if (bot.is_active) await deactivateWithin(transaction, bot)
  }
}
