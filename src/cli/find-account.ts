import type { Chat } from '../chat/chat.ts'
import { badRequest } from '../chat/chat-error.ts'
import type { Realm } from '../chat/identity/realms/realm.ts'
import type { User } from '../chat/identity/users/user.ts'
import { findUserByEmail } from '../chat/identity/users/user-store.ts'

/** Without a host, the organization of the root domain. */
export async function findOrganization(chat: Chat, host = ''): Promise<Realm> {
  const realm = await chat.realmsByHost.get(host.trim().toLowerCase())
  if (realm) return realm
  throw badRequest(
    host === ''
      ? 'The root domain has no organization yet; make one with create-organization or name another with --organization.'
      : `There is no organization at host '${host}'.`,
  )
}

export async function findAccount(chat: Chat, realm: Realm, email: string): Promise<User> {
  const user = await findUserByEmail(chat.database.read, realm.id, email)
  if (!user || user.is_system) throw badRequest(`${realm.name} has nobody with the email address '${email}'.`)
  return user
}
