import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { Workspace } from '../workspace.ts'
import { workspaceMembersTable } from './workspace-tables.ts'

/** The pictures that the accounts of these telephony users have uploaded. Users without one are left out. */
export async function listAvatars(
  { database, usersById }: Workspace,
  realm: Realm,
  contactIds: readonly string[],
): Promise<Record<string, string>> {
  const members = await workspaceMembersTable.list(database.read, {
    realm_id: realm.id,
    contact_id: contactIds,
  })
  const users = await usersById.getMany(
    realm.id,
    members.map(({ user_id }) => user_id),
  )
  const avatars: Record<string, string> = {}
  for (const { user_id: userId, contact_id: id } of members) {
    const url = users.get(userId)?.avatar_url
    if (id !== null && url) avatars[id] = url
  }
  return avatars
}
