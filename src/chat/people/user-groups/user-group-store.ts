import type { Db } from '../../chat-platform.ts'
import { directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import { userGroupMembersTable, userGroupSubgroupsTable, userGroupsTable } from './user-groups-table.ts'

/** User ids by group, ascending; includes deactivated accounts. */
export async function listGroupMembers(db: Db, realmId: number): Promise<Map<number, number[]>> {
  const rows = await userGroupMembersTable.list(db, { realm_id: realmId })
  return idsByGroup(rows.map((row) => [row.group_id, row.user_id]))
}

/** Ids of the direct subgroups of each group, ascending. Groups without any are missing. */
export type Subgroups = ReadonlyMap<number, readonly number[]>

export async function listSubgroups(db: Db, realmId: number): Promise<Subgroups> {
  const rows = await userGroupSubgroupsTable.list(db, { realm_id: realmId })
  return idsByGroup(rows.map((row) => [row.group_id, row.subgroup_id]))
}

function idsByGroup(pairs: readonly (readonly [group: number, id: number])[]): Map<number, number[]> {
  const ids = new Map<number, number[]>()
  for (const [group, id] of pairs) {
    const list = ids.get(group)
    if (list) list.push(id)
    else ids.set(group, [id])
  }
  return ids
}

/** Active users who are in one of these groups. */
export async function listMentionedMembers(
  db: Db,
  realmId: number,
  groupIds: readonly number[],
): Promise<number[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('user_group_members')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'user_group_members.realm_id')
        .onRef('users.id', '=', 'user_group_members.user_id'),
    )
    .select('user_group_members.user_id')
    .distinct()
    .where('user_group_members.realm_id', '=', realmId)
    .where('group_id', 'in', [...groupIds])
    .where('users.is_active', '=', 1)
    .execute()
  return rows.map((row) => row.user_id)
}

/** With what directories know of it. */
export async function deleteUserGroup(db: Db, realm_id: number, id: number): Promise<void> {
  await userGroupSubgroupsTable.removeWhere(db, { realm_id, group_id: id })
  await userGroupSubgroupsTable.removeWhere(db, { realm_id, subgroup_id: id })
  await userGroupMembersTable.removeWhere(db, { realm_id, group_id: id })
  await directoryLinksTable.removeWhere(db, { realm_id, kind: 'group', object_id: id })
  await userGroupsTable.remove(db, { realm_id, id })
}
