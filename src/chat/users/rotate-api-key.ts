import { generateApiKey } from '../../platform/secrets.ts'
import type { Chat } from '../chat.ts'
import type { User } from './user.ts'
import { keyChanged } from './user-events.ts'
import { updateUser } from './user-store.ts'

/** From the answer on, only the new key works. */
export async function rotateApiKey(chat: Chat, user: User): Promise<string> {
  const apiKey = generateApiKey()
  await chat.transact(user.realm_id, async (transaction) => {
    await updateUser(transaction.db, user.realm_id, user.id, {
      api_key_hash: chat.secrets.hash(apiKey),
      api_key_sealed: chat.secrets.encrypt(apiKey),
    })
    transaction.announce(keyChanged(user))
  })
  return apiKey
}
