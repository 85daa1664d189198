import type { Db } from '../../chat-platform.ts'

/** User ids by group, ascending; includes deactivated accounts. */
export async function listGroupMembers(db: Db, realmId: number): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('user_group_members')
    .select(['group_id', 'user_id'])
    .where('realm_id', '=', realmId)
    .orderBy('user_id')
    .execute()
  const members = new Map<number, number[]>()
  for (const row of rows) {
    const list = members.get(row.group_id)
    if (list) list.push(row.user_id)
    else members.set(row.group_id, [row.user_id])
  }
  return members
}

/** The same for one group. */
export async function listMembersOfGroup(db: Db, realmId: number, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_group_members')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('group_id', '=', groupId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
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

export async function insertGroupMembers(
  db: Db,
  realmId: number,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    const part = userIds.slice(start, start + 500)
    await db
      .insertInto('user_group_members')
      .values(part.map((userId) => ({ realm_id: realmId, group_id: groupId, user_id: userId })))
      .execute()
  }
}

export async function deleteGroupMembers(
  db: Db,
  realmId: number,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    await db
      .deleteFrom('user_group_members')
      .where('realm_id', '=', realmId)
      .where('group_id', '=', groupId)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .execute()
  }
}
