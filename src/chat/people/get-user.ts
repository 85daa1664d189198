import type { Realm } from '../identity/realms/realm.ts'
import { type MemberOptions, viewMember } from './members.ts'
import type { People } from './people.ts'
import { noSuchUser } from './user-access.ts'
import type { UserView } from './user-view.ts'

/** Finds a user by id or email address, including deactivated people and the notification bot. */
export async function getUser(
  chat: People,
  realm: Realm,
  named: string,
  options: Omit<MemberOptions, 'publicUrl'>,
): Promise<UserView> {
  const members = await chat.members.require(realm.id)
  const emailKey = named.trim().toLowerCase()
  const user = /^\d{1,15}$/.test(named)
    ? members.byId.get(Number(named))
    : members.users.find((one) => one.email_key === emailKey)
  if (!user) throw noSuchUser()
  return viewMember(members, user, { ...options, publicUrl: chat.config.publicUrl })
}
