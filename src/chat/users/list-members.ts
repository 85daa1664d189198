import type { Chat, Db } from '../chat.ts'
import type { Realm } from '../realms/realm.ts'
import type { ProfileValuesTable } from './profile-fields-table.ts'
import { listProfileValues } from './profile-value-store.ts'
import type { User } from './user.ts'
import { listUsers } from './user-store.ts'
import { type UserView, viewUser } from './user-view.ts'

export interface MemberOptions {
  clientAvatar: boolean
  includeProfileData: boolean
}

/** Everybody in the organization, deactivated people and bots too, but not its own notification bot. */
export async function listMembers(
  chat: Chat,
  db: Db,
  realm: Realm,
  options: MemberOptions,
): Promise<UserView[]> {
  const users = await listUsers(db, realm.id)
  return viewMembers(
    chat,
    db,
    realm,
    users.filter((user) => !user.is_system),
    options,
  )
}

export async function viewMembers(
  chat: Chat,
  db: Db,
  realm: Realm,
  users: readonly User[],
  options: MemberOptions,
): Promise<UserView[]> {
  const emails = new Map(users.map((user) => [user.id, user.email]))
  const values = options.includeProfileData ? groupByUser(await listProfileValues(db, realm.id)) : undefined
  return users.map((user) =>
    viewUser(user, {
      publicUrl: chat.config.publicUrl,
      clientAvatar: options.clientAvatar,
      ownerEmail: user.bot_owner_id === null ? undefined : emails.get(user.bot_owner_id),
      profileValues: values && (values.get(user.id) ?? []),
    }),
  )
}

function groupByUser(values: readonly ProfileValuesTable[]): Map<number, ProfileValuesTable[]> {
  const byUser = new Map<number, ProfileValuesTable[]>()
  for (const value of values) byUser.set(value.user_id, [...(byUser.get(value.user_id) ?? []), value])
  return byUser
}
