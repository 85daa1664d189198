import type { Db } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'

export const noSuchUser = () => badRequest('No such user')

/** Somebody of the organization, deactivated or not, whom its administrators can change. */
export async function accessAccount(db: Db, realm: Realm, id: number): Promise<User> {
  const user = await findUser(db, realm.id, id)
  if (!user || user.is_system) throw noSuchUser()
  return user
}
