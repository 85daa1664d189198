import { generateApiKey } from '../../platform/secrets.ts'
import type { Chat, ChatTransaction } from '../chat.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { updateUser } from '../identity/users/user-store.ts'
import { botChanged } from '../people/bots/bot-events.ts'
import { keyChanged } from '../people/user-events.ts'

/** From the answer on, only the new key works. */
export function rotateApiKey(chat: Chat, user: User): Promise<string> {
  return chat.transact(user.realm_id, async (transaction) => {
    const { user: now, apiKey } = await rotateWithin(chat, transaction, user)
    if (isBot(now)) transaction.announce(botChanged(now, { sealed_api_key: now.api_key_sealed }))
    return apiKey
  })
}

/** As part of a larger change, which tells the keepers of a bot. Answers with the account as it is now. */
export async function rotateWithin(
  chat: Chat,
  transaction: ChatTransaction,
  user: User,
): Promise<{ user: User; apiKey: string }> {
  const apiKey = generateApiKey()
  const changed = {
    api_key_hash: chat.secrets.hash(apiKey),
    api_key_sealed: chat.secrets.encrypt(apiKey),
  }
  await updateUser(transaction.db, user.realm_id, user.id, changed)
  transaction.announce(keyChanged(user))
  return { user: { ...user, ...changed }, apiKey }
}
