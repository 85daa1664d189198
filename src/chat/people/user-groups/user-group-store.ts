import type { Db } from '../../chat-platform.ts'
import type { UserGroupsTable } from './user-groups-table.ts'

export async function listUserGroups(db: Db, realmId: number): Promise<UserGroupsTable[]> {
  return db.selectFrom('user_groups').selectAll().where('realm_id', '=', realmId).orderBy('id').execute()
}

export async function findUserGroup(
  db: Db,
  realmId: number,
  id: number,
): Promise<UserGroupsTable | undefined> {
  return db
    .selectFrom('user_groups')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns false if the name is taken. */
export async function insertUserGroup(db: Db, group: UserGroupsTable): Promise<boolean> {
  const result = await db
    .insertInto('user_groups')
    .values(group)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateUserGroup(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<UserGroupsTable>,
): Promise<void> {
  await db
    .updateTable('user_groups')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deleteUserGroup(db: Db, realmId: number, id: number): Promise<void> {
  await db
    .deleteFrom('user_group_subgroups')
    .where('realm_id', '=', realmId)
    .where((row) => row.or([row('group_id', '=', id), row('subgroup_id', '=', id)]))
    .execute()
  await db
    .deleteFrom('user_group_members')
    .where('realm_id', '=', realmId)
    .where('group_id', '=', id)
    .execute()
  await db.deleteFrom('user_groups').where('realm_id', '=', realmId).where('id', '=', id).execute()
}
