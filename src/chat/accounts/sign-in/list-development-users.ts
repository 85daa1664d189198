import type { ChatPlatform } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { avatarUrl } from '../../identity/users/avatar.ts'
import { isAdministrator, isBot, type User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'

/** The accounts to sign in to on a development server: the organization's active people. */
export async function listDevelopmentUsers(chat: ChatPlatform, realm: Realm | undefined) {
  const users = realm ? await usersTable.list(chat.database.read, { realm_id: realm.id }) : []
  const people = users.filter((user) => user.is_active && !isBot(user))
  const view = (user: User) => ({
    email: user.email,
    realm_uri: realmUri(chat.config.publicUrl, realm!),
    full_name: user.full_name,
    role: user.role,
    avatar_url: avatarUrl(chat.config.publicUrl, user),
  })
  return {
    direct_admins: people.filter(isAdministrator).map(view),
    direct_users: people.filter((user) => !isAdministrator(user)).map(view),
  }
}
