import { isInJsonIds, jsonTexts } from '../../../platform/database/statements/json-list.ts'
import { prepared, preparedOne } from '../../../platform/database/statements/prepared.ts'
import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { User } from './user.ts'
import type { RoleChangesTable, UsersTable } from './users-table.ts'

export const insertUser = async (db: Db, user: UsersTable): Promise<void> => {
  await db.insertInto('users').values(user).execute()
}

export async function findUserByKeyHash(db: Db, hash: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('api_key_hash', '=', hash).executeTakeFirst()
}

export async function findUser(db: Db, realmId: number, id: number): Promise<User | undefined> {
  return byId(db, { realmId, id })
}

export async function findUserByEmail(db: Db, realmId: number, email: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('email_key', '=', email.trim().toLowerCase())
    .executeTakeFirst()
}

export async function findUsers(db: Db, realmId: number, ids: readonly number[]): Promise<User[]> {
  return ids.length === 0 ? [] : byIds(db, { realmId, ids: JSON.stringify(ids) })
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

/** Active people and bots with one of these lower-case names, for mentions. */
export async function findUsersByName(db: Db, realmId: number, names: readonly string[]): Promise<User[]> {
  return names.length === 0 ? [] : byNames(db, { realmId, names: JSON.stringify(names) })
}

export async function listUsers(db: Db, realmId: number): Promise<User[]> {
  return db.selectFrom('users').selectAll().where('realm_id', '=', realmId).orderBy('id').execute()
}

/** Bots of the server are not included. */
export async function listActiveBots(db: Db, realmId: number, botType: number): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('bot_type', '=', botType)
    .where('is_system', '=', 0)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
}

export async function listAdministrators(db: Db, realmId: number): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('role', '=', 'administrator')
    .where('is_active', '=', 1)
    .execute()
}

/** Includes deactivated bots. */
export async function listBotsOf(db: Db, realmId: number, ownerId: number): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('bot_owner_id', '=', ownerId)
    .orderBy(withoutIndex('id'))
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

export async function updateUser(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<UsersTable>,
): Promise<void> {
  await db.updateTable('users').set(changes).where('realm_id', '=', realmId).where('id', '=', id).execute()
}

/** Called before the role changes. `position`: that of the event which announces the new role. */
export async function insertRoleChange(db: Db, user: User, position: number): Promise<void> {
  const { realm_id, id: user_id, role: previous_role } = user
  await db.insertInto('role_changes').values({ realm_id, user_id, position, previous_role }).execute()
}

/** Oldest first. */
export async function listRoleChanges(db: Db, realmId: number, userId: number): Promise<RoleChangesTable[]> {
  return db
    .selectFrom('role_changes')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
}

/** No event up to this position is in the log any more. */
export async function pruneRoleChanges(db: Db, realmId: number, upTo: number): Promise<void> {
  await db.deleteFrom('role_changes').where('realm_id', '=', realmId).where('position', '<=', upTo).execute()
}

const byId = preparedOne<ChatTables, { realmId: number; id: number }, User>((db, parameter) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('id', '=', parameter('id')),
)

const byIds = prepared<ChatTables, { realmId: number; ids: string }, User>((db, parameter) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'id', parameter('ids')))
    .orderBy('id'),
)

const byNames = prepared<ChatTables, { realmId: number; names: string }, User>((db, parameter) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('name_key', 'in', jsonTexts(db, parameter('names')))
    .where('is_active', '=', 1)
    .orderBy(withoutIndex('id')),
)
