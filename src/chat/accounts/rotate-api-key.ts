import { generateApiKey } from '../../platform/secrets/secrets.ts'
import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { recordAccount } from '../identity/audit/record-audit.ts'
import { requireUnchanged } from '../identity/users/require-unchanged.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { botChanged } from '../people/bots/bot-events.ts'
import { keyChanged } from '../people/user-events.ts'

/** When this returns, only the new key works. */
export function rotateApiKey(chat: ChatPlatform, user: User): Promise<string> {
  return chat.transact(user.realm_id, async (transaction) => {
    await requireUnchanged(transaction.db, user)
    const { user: now, apiKey } = await rotateWithin(chat, transaction, user)
    if (isBot(now)) transaction.announce(botChanged(now, { sealed_api_key: now.api_key_sealed }))
    return apiKey
  })
}

/** Part of a larger transaction, which notifies the bot's owner and administrators. Returns the updated account. */
export async function rotateWithin(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
): Promise<{ user: User; apiKey: string }> {
  const apiKey = generateApiKey()
  const changed = {
    api_key_hash: chat.secrets.hash(apiKey),
    api_key_sealed: chat.secrets.encrypt(apiKey),
  }
  await usersTable.update(transaction.db, user, changed)
  transaction.announce(keyChanged(user))
  await recordAccount(transaction, user, 'api_key_regenerated')
  return { user: { ...user, ...changed }, apiKey }
}
