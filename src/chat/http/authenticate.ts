import type { Chat } from '../chat.ts'
import { invalidApiKey, unauthorized } from '../chat-error.ts'
import type { Realm } from '../realms/realm.ts'
import type { User } from '../users/user.ts'

/** HTTP Basic: the email address and the API key. */
export async function authenticate(
  chat: Chat,
  realm: Realm | undefined,
  header: string | undefined,
): Promise<User> {
  if (header === undefined) throw unauthorized('Not logged in: API authentication or user session required')
  const { emailKey, keyHash } = chat.credentials.read(header)
  // Found by a keyed hash: how long the look-up takes tells nothing about any key.
  const user = await chat.usersByKeyHash.get(keyHash)
  if (!user || user.email_key !== emailKey) throw invalidApiKey()
  checkAccount(realm, user)
  return user
}

/** The key alone, as webhooks send it. */
export async function authenticateByKey(chat: Chat, realm: Realm | undefined, key: string): Promise<User> {
  const user = await chat.usersByKeyHash.get(chat.secrets.hash(key.trim()))
  if (!user) throw invalidApiKey()
  checkAccount(realm, user)
  return user
}

function checkAccount(realm: Realm | undefined, user: User): void {
  if (realm?.id !== user.realm_id) throw unauthorized('Account is not associated with this subdomain')
  if (realm.deactivated) throw unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED')
  if (!user.is_active) throw unauthorized('Account is deactivated', 'USER_DEACTIVATED')
}
