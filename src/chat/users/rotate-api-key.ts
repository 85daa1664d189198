import { generateApiKey } from '../../platform/secrets.ts'
import { botChanged } from '../bots/bot-events.ts'
import type { Chat } from '../chat.ts'
import { isBot, type User } from './user.ts'
import { keyChanged } from './user-events.ts'
import { updateUser } from './user-store.ts'

/** From the answer on, only the new key works. */
export async function rotateApiKey(chat: Chat, user: User): Promise<string> {
  const apiKey = generateApiKey()
  const sealed = chat.secrets.encrypt(apiKey)
  await chat.transact(user.realm_id, async (transaction) => {
    await updateUser(transaction.db, user.realm_id, user.id, {
      api_key_hash: chat.secrets.hash(apiKey),
      api_key_sealed: sealed,
    })
    transaction.announce(keyChanged(user))
    if (isBot(user)) transaction.announce(botChanged(user, { sealed_api_key: sealed }))
  })
  return apiKey
}
