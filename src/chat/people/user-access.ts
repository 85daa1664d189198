import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'

export const noSuchUser = () => badRequest('No such user')

/** A user whom administrators can change, deactivated or not. */
export async function accessAccount(db: Db, realm: Realm, id: number): Promise<User> {
  const user = await usersTable.find(db, { realm_id: realm.id, id })
  if (!user || user.is_system) throw noSuchUser()
  return user
}
