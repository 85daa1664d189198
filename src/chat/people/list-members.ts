import type { Chat } from '../chat.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { type MemberOptions, viewMember } from './members.ts'
import type { UserView } from './user-view.ts'

/** Everybody in the organization, deactivated people and bots too, but not its own notification bot. */
export async function listMembers(
  chat: Chat,
  realm: Realm,
  options: Omit<MemberOptions, 'publicUrl'>,
): Promise<UserView[]> {
  const members = await chat.members.require(realm.id)
  const { publicUrl } = chat.config
  return members.users
    .filter((user) => !user.is_system)
    .map((user) => viewMember(members, user, { ...options, publicUrl }))
}
