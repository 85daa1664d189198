import type { Db } from '../../chat-platform.ts'
import type { MutedUsersTable } from './muted-users-table.ts'

type Key = Pick<MutedUsersTable, 'realm_id' | 'user_id' | 'muted_user_id'>

/** Returns false if the user was already muted. */
export async function insertMutedUser(db: Db, row: MutedUsersTable): Promise<boolean> {
  const result = await db
    .insertInto('muted_users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false if the user was not muted. */
export async function deleteMutedUser(db: Db, key: Key): Promise<boolean> {
  const result = await db
    .deleteFrom('muted_users')
    .where('realm_id', '=', key.realm_id)
    .where('user_id', '=', key.user_id)
    .where('muted_user_id', '=', key.muted_user_id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function listMutedUsers(db: Db, realmId: number, userId: number): Promise<MutedUsersTable[]> {
  return db
    .selectFrom('muted_users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('muted_at')
    .orderBy('muted_user_id')
    .execute()
}

/** Maps each muted user of an organization to the ids of the users who muted them. */
export async function loadMutings(db: Db, realmId: number): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom('muted_users')
    .select(['user_id', 'muted_user_id'])
    .where('realm_id', '=', realmId)
    .execute()
  const byMuted = new Map<number, number[]>()
  for (const row of rows) {
    const list = byMuted.get(row.muted_user_id)
    if (list) list.push(row.user_id)
    else byMuted.set(row.muted_user_id, [row.user_id])
  }
  return byMuted
}
