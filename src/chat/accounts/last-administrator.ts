import { badRequest, ChatError } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import { isAdministrator, isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'

/** Without an administrator, nobody could manage the organization. */
async function isLastAdministrator(db: Db, user: User): Promise<boolean> {
  if (!isAdministrator(user) || isBot(user) || !user.is_active) return false
  const others = await usersTable.list(db, { realm_id: user.realm_id, role: 'administrator', is_active: 1 })
  return !others.some((other) => other.id !== user.id && !isBot(other))
}

export async function refuseLastAdministratorLeaving(db: Db, user: User): Promise<void> {
  if (!(await isLastAdministrator(db, user))) return
  throw new ChatError('Cannot deactivate the only organization administrator.', {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    extra: { is_last_admin: true, entity: 'organization administrator' },
  })
}

export async function refuseLastAdministratorDemoted(db: Db, user: User): Promise<void> {
  if (await isLastAdministrator(db, user))
    throw badRequest('Cannot remove the only organization administrator')
}

/** Who keeps the role, whatever the groups of a directory or an identity provider say. */
export const mustStayAdministrator = async (db: Db, user: User): Promise<boolean> =>
  (await isLastLocalAdministrator(db, user)) || (await isLastAdministrator(db, user))

/** Directories leave somebody who can sign in when they are not there: an administrator with a password of their own. */
export async function isLastLocalAdministrator(db: Db, user: User): Promise<boolean> {
  if (!isAdministrator(user) || isBot(user) || user.password_hash === null) return false
  return !(await listLocalAdministrators(db, user.realm_id)).some((other) => other.id !== user.id)
}

export async function listLocalAdministrators(db: Db, realmId: number): Promise<User[]> {
  const all = await usersTable.list(db, { realm_id: realmId, role: 'administrator', is_active: 1 })
  return all.filter((user) => !isBot(user) && user.password_hash !== null)
}
