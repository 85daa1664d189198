import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { endQueuesOf } from '../../events/event-queues/end-queues.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { botChanged } from '../../people/bots/bot-events.ts'
import { keyChanged } from '../../people/user-events.ts'
import { rotateWithin } from '../rotate-api-key.ts'
import { passwordResetsTable } from './password-resets-table.ts'

export interface NewPassword {
  passwordHash: string
  keepBotKeys: boolean
}

/**
 * Does not need the old one: for the operator of the server, or with a link from a mail. Returns whether the API key
 * is new.
 */
export function replacePassword(chat: ChatPlatform, user: User, password: NewPassword): Promise<boolean> {
  return chat.transact(user.realm_id, (transaction) => replaceWithin(chat, transaction, user, password))
}

/**
 * The same as part of a larger transaction. People use it to recover a stolen account, so it ends all access. A first
 * password keeps the API keys: no thief could have got one with a password, and the operator may have handed out the
 * key with the account.
 */
export async function replaceWithin(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  { passwordHash, keepBotKeys }: NewPassword,
): Promise<boolean> {
  const { db } = transaction
  const isFirst = user.password_hash === null
  await usersTable.update(db, user, { password_hash: passwordHash })
  await passwordResetsTable.removeWhere(db, { realm_id: user.realm_id, user_id: user.id })
  await recordAccount(transaction, user, isFirst ? 'password_set' : 'password_reset')
  if (isFirst) {
    await endSessionsOf(transaction, user)
    // Caches of the account have to be loaded again.
    transaction.announce(keyChanged(user))
  } else await endAccess(chat, transaction, user, keepBotKeys)
  return !isFirst
}

/**
 * Ends sessions, the API key and event queues of a person, and the API keys of their bots, which any session could
 * read.
 */
export async function endAccess(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  keepBotKeys: boolean,
): Promise<void> {
  await endSessionsOf(transaction, user)
  await rotateWithin(chat, transaction, user)
  await endQueuesOf(transaction, user)
  if (!keepBotKeys) await renewBotKeys(chat, transaction, user)
}

async function renewBotKeys(chat: ChatPlatform, transaction: ChatTransaction, owner: User): Promise<void> {
  for (const bot of await usersTable.list(transaction.db, {
    realm_id: owner.realm_id,
    bot_owner_id: owner.id,
  })) {
    const { user } = await rotateWithin(chat, transaction, bot)
    transaction.announce(botChanged(user, { sealed_api_key: user.api_key_sealed }))
    await endQueuesOf(transaction, bot)
  }
}
