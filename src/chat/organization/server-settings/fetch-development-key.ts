import { findDevelopmentAccount } from '../../accounts/sign-in/find-development-account.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'

/** Returns the account's current key and never changes it. */
export async function fetchDevelopmentKey(chat: ChatPlatform, realm: Realm | undefined, email: string) {
  const user = await findDevelopmentAccount(chat, realm, email)
  return { api_key: chat.secrets.decrypt(user.api_key_sealed), email: user.email }
}
