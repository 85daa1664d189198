import type { Realm } from '../identity/realms/realm.ts'
import { type MemberOptions, viewMember } from './members.ts'
import type { People } from './people.ts'
import type { UserView } from './user-view.ts'

/** All users of the organization, including deactivated people and bots, but not its notification bot. */
export async function listMembers(
  chat: People,
  realm: Realm,
  options: Omit<MemberOptions, 'publicUrl'>,
): Promise<UserView[]> {
  const members = await chat.members.require(realm.id)
  const { publicUrl } = chat.config
  return members.users
    .filter((user) => !user.is_system)
    .map((user) => viewMember(members, user, { ...options, publicUrl }))
}
