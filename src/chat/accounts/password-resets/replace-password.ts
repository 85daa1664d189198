import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { endQueuesOf } from '../../events/event-queues/end-queues.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import type { User } from '../../identity/users/user.ts'
import { listBotsOf, updateUser } from '../../identity/users/user-store.ts'
import { botChanged } from '../../people/bots/bot-events.ts'
import { rotateWithin } from '../rotate-api-key.ts'

export interface NewPassword {
  passwordHash: string
  keepBotKeys: boolean
}

/** Does not need the old one: for the operator of the server, or with a link from a mail. */
export function replacePassword(chat: ChatPlatform, user: User, password: NewPassword): Promise<void> {
  return chat.transact(user.realm_id, (transaction) => replaceWithin(chat, transaction, user, password))
}

/** The same as part of a larger transaction. People use it to recover a stolen account, so it ends all access. */
export async function replaceWithin(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  { passwordHash, keepBotKeys }: NewPassword,
): Promise<void> {
  await updateUser(transaction.db, user.realm_id, user.id, { password_hash: passwordHash })
  await endAccess(chat, transaction, user, keepBotKeys)
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
  for (const bot of await listBotsOf(transaction.db, owner.realm_id, owner.id)) {
    const { user } = await rotateWithin(chat, transaction, bot)
    transaction.announce(botChanged(user, { sealed_api_key: user.api_key_sealed }))
    await endQueuesOf(transaction, bot)
  }
}
