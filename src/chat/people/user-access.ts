import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'

export const noSuchUser = () => badRequest('No such user')

/** A user whom administrators can change, deactivated or not. */
export async function accessAccount(db: Db, realm: Realm, id: number): Promise<User> {
  const user = await findUser(db, realm.id, id)
  if (!user || user.is_system) throw noSuchUser()
  return user
}
