import type { Db } from '../chat.ts'
import type { UserGroupsTable } from './user-groups-table.ts'

export async function listUserGroups(db: Db, realmId: number): Promise<UserGroupsTable[]> {
  return db.selectFrom('user_groups').selectAll().where('realm_id', '=', realmId).orderBy('id').execute()
}
