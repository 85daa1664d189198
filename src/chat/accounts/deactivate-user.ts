import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { eventQueuesTable } from '../events/event-queues/event-queues-table.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import { endSessionsOf } from '../identity/sessions/end-sessions.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { botCommandsChanged, listBotCommands } from '../people/bots/bot-command-events.ts'
import { botCommandsTable } from '../people/bots/bot-commands-table.ts'
import { botRemoved } from '../people/bots/bot-events.ts'
import { userRemoved } from '../people/user-events.ts'
import { announcePeerRemoved } from './announce-stream-peers.ts'
import { emailChangesTable } from './email-changes/email-changes-table.ts'
import { passwordResetsTable } from './password-resets/password-resets-table.ts'

/** Keeps the account and its messages. Its key stops working; its queues, sessions, links and bots end. The workspace closes its phones. */
export function deactivateUser(chat: ChatPlatform, user: User): Promise<void> {
  return chat.transact(user.realm_id, (transaction) => deactivateWithin(transaction, user))
}

/** The same as part of a larger transaction. */
export async function deactivateWithin(transaction: ChatTransaction, user: User): Promise<void> {
  const { db } = transaction
  await usersTable.update(db, user, { is_active: 0 })
  await recordAccount(transaction, user, 'deactivated')
  await endSessionsOf(transaction, user)
  const theirs = { realm_id: user.realm_id, user_id: user.id }
  await eventQueuesTable.removeWhere(db, theirs)
  // Links that were mailed must not work if the account is opened again.
  await passwordResetsTable.removeWhere(db, theirs)
  await emailChangesTable.removeWhere(db, theirs)
  transaction.announce(userRemoved(user))
  await announcePeerRemoved(transaction, user)
  if (isBot(user)) {
    transaction.announce(botRemoved(user))
    await removeCommands(transaction, user)
  }
  for (const bot of await usersTable.list(db, { realm_id: user.realm_id, bot_owner_id: user.id })) {
    if (bot.is_active) await deactivateWithin(transaction, bot)
  }
}

/** Their names are free for other bots. */
async function removeCommands(transaction: ChatTransaction, bot: User): Promise<void> {
  const owned = { realm_id: bot.realm_id, user_id: bot.id }
  if ((await botCommandsTable.removeWhere(transaction.db, owned)) === 0) return
  transaction.announce(botCommandsChanged(await listBotCommands(transaction.db, bot.realm_id)))
}
