import type { Db } from '../../chat-platform.ts'

/** Ids of the direct subgroups of each group, ascending. Groups without any are missing. */
export type Subgroups = ReadonlyMap<number, readonly number[]>

export async function listSubgroups(db: Db, realmId: number): Promise<Subgroups> {
  const rows = await db
    .selectFrom('user_group_subgroups')
    .select(['group_id', 'subgroup_id'])
    .where('realm_id', '=', realmId)
    .orderBy('subgroup_id')
    .execute()
  const subgroups = new Map<number, number[]>()
  for (const row of rows) {
    const list = subgroups.get(row.group_id)
    if (list) list.push(row.subgroup_id)
    else subgroups.set(row.group_id, [row.subgroup_id])
  }
  return subgroups
}

export async function insertSubgroups(
  db: Db,
  realmId: number,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  const rows = subgroupIds.map((id) => ({ realm_id: realmId, group_id: groupId, subgroup_id: id }))
  await db.insertInto('user_group_subgroups').values(rows).execute()
}

export async function deleteSubgroups(
  db: Db,
  realmId: number,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  await db
    .deleteFrom('user_group_subgroups')
    .where('realm_id', '=', realmId)
    .where('group_id', '=', groupId)
    .where('subgroup_id', 'in', [...subgroupIds])
    .execute()
}
