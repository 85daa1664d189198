import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import type { Realm } from '../realms/realm.ts'
import { findUserByEmail } from '../users/user-store.ts'

/** The key that the account has: asking never changes it. */
export async function fetchDevelopmentKey(chat: Chat, realm: Realm | undefined, email: string) {
  const user = realm && (await findUserByEmail(chat.database.read, realm.id, email))
  if (!user || user.is_system) throw refused('This user is not registered.', 'unregistered')
  if (realm.deactivated) throw refused('This organization has been deactivated.', 'realm deactivated')
  if (!user.is_active) throw refused('Your account has been disabled.', 'user disable')
  return { api_key: chat.secrets.decrypt(user.api_key_sealed), email: user.email }
}

const refused = (message: string, reason: string) =>
  new ChatError(message, { status: 403, code: 'AUTHENTICATION_FAILED', extra: { reason } })
