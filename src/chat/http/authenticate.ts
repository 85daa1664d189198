import { timingSafeEqual } from 'node:crypto'
import type { Chat } from '../chat.ts'
import { badRequest, invalidApiKey, unauthorized } from '../chat-error.ts'
import type { Realm } from '../realms/realm.ts'
import type { User } from '../users/user.ts'

/** HTTP Basic: the email address and the API key. */
export async function authenticate(
  chat: Chat,
  realm: Realm | undefined,
  header: string | undefined,
): Promise<User> {
  if (header === undefined) throw unauthorized('Not logged in: API authentication or user session required')
  const { email, key } = readCredentials(header)
  const user = await findByKey(chat, key)
  if (!user || user.email_key !== email.trim().toLowerCase()) throw invalidApiKey()
  checkAccount(realm, user)
  return user
}

/** The key alone, as webhooks send it. */
export async function authenticateByKey(chat: Chat, realm: Realm | undefined, key: string): Promise<User> {
  const user = await findByKey(chat, key)
  if (!user) throw invalidApiKey()
  checkAccount(realm, user)
  return user
}

function readCredentials(header: string): { email: string; key: string } {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/)
  if (encoded === undefined || rest.length > 0)
    throw unauthorized('Invalid authorization header for basic auth')
  if (scheme!.toLowerCase() !== 'basic') throw badRequest('This endpoint requires HTTP basic authentication.')
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (parts.length !== 2) throw unauthorized('Invalid authorization header for basic auth')
  return { email: parts[0]!, key: parts[1]! }
}

async function findByKey(chat: Chat, key: string): Promise<User | undefined> {
  const hash = chat.secrets.hash(key.trim())
  const user = await chat.usersByKeyHash.get(hash)
  // The look-up is by a keyed hash already; comparing in constant time leaves nothing to measure.
  return user && timingSafeEqual(Buffer.from(user.api_key_hash), Buffer.from(hash)) ? user : undefined
}

function checkAccount(realm: Realm | undefined, user: User): void {
  if (realm?.id !== user.realm_id) throw unauthorized('Account is not associated with this subdomain')
  if (realm.deactivated) throw unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED')
  if (!user.is_active) throw unauthorized('Account is deactivated', 'USER_DEACTIVATED')
}
