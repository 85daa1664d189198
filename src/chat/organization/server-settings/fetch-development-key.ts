import { findDevelopmentAccount } from '../../accounts/sign-in/find-development-account.ts'
import type { Chat } from '../../chat.ts'
import type { Realm } from '../../identity/realms/realm.ts'

/** The key that the account has: asking never changes it. */
export async function fetchDevelopmentKey(chat: Chat, realm: Realm | undefined, email: string) {
  const user = await findDevelopmentAccount(chat, realm, email)
  return { api_key: chat.secrets.decrypt(user.api_key_sealed), email: user.email }
}
