import { isInJsonIds, jsonTexts } from '../../../platform/database/statements/json-list.ts'
import type { Db } from '../../chat-platform.ts'
import type { User } from './user.ts'
import { type Role, roleChangesTable, usersTable } from './users-table.ts'

export async function findUserByEmail(db: Db, realmId: number, email: string): Promise<User | undefined> {
  return usersTable.findBy(db, { realm_id: realmId, email_key: email.trim().toLowerCase() })
}

/** The users with these ids or email addresses. */
export async function findUsersByIdOrEmail(
  db: Db,
  realmId: number,
  principals: readonly (string | number)[],
): Promise<User[]> {
  const ids = principals.filter((principal) => Number.isSafeInteger(principal))
  const emails = principals.filter((principal) => typeof principal === 'string')
  const keys = emails.map((email) => email.trim().toLowerCase())
  const users = db.selectFrom('users').selectAll().where('realm_id', '=', realmId)
  return [
    ...(await users.where(isInJsonIds(db, 'id', JSON.stringify(ids))).execute()),
    ...(await users.where('email_key', 'in', jsonTexts(db, JSON.stringify(keys))).execute()),
  ]
}

/** Bots of the server are not included. */
export async function listActiveBots(db: Db, realmId: number, botType: number): Promise<User[]> {
  return usersTable.list(db, { realm_id: realmId, bot_type: botType, is_system: 0, is_active: 1 })
}

/** Active people with a password, here or in a directory, and one of these roles who have not set up a second factor. */
export async function listPeopleWithoutFactor(
  db: Db,
  realmId: number,
  roles: readonly Role[],
): Promise<Pick<User, 'realm_id' | 'id'>[]> {
  return db
    .selectFrom('users')
    .select(['users.realm_id', 'users.id'])
    .where('users.realm_id', '=', realmId)
    .where('role', 'in', roles)
    .where('bot_type', 'is', null)
    .where('is_active', '=', 1)
    .where((build) =>
      build.or([
        build('password_hash', 'is not', null),
        build.exists(
          build
            .selectFrom('directory_links')
            .select('object_id')
            .whereRef('directory_links.realm_id', '=', 'users.realm_id')
            .where('directory', '=', 'ldap')
            .where('kind', '=', 'user')
            .whereRef('object_id', '=', 'users.id')
            .where('removed_at', 'is', null),
        ),
      ]),
    )
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('two_factors')
            .select('user_id')
            .whereRef('two_factors.realm_id', '=', 'users.realm_id')
            .whereRef('two_factors.user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .execute()
}

export async function findSystemBot(db: Db, realmId: number): Promise<User> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('is_system', '=', 1)
    .executeTakeFirstOrThrow()
}

/** Called before the role changes. `position`: that of the event which announces the new role. */
export async function insertRoleChange(db: Db, user: User, position: number): Promise<void> {
  await roleChangesTable.insert(db, {
    realm_id: user.realm_id,
    user_id: user.id,
    position,
    previous_role: user.role,
  })
}

/** No event up to this position is in the log any more. */
export async function pruneRoleChanges(db: Db, realmId: number, upTo: number): Promise<void> {
  await db.deleteFrom('role_changes').where('realm_id', '=', realmId).where('position', '<=', upTo).execute()
}

/** Whether a user has this picture. `address`: without its version suffix. */
export async function isAvatarInUse(db: Db, realmId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('avatar_url', 'like', `${address}?%`)
    .executeTakeFirst()
  return row !== undefined
}
