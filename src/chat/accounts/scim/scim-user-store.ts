import type { Db } from '../../chat-platform.ts'
import type { DirectoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { User } from '../../identity/users/user.ts'

export interface ScimAccount {
  user: User
  link: DirectoryLinksTable | undefined
}

const people = (db: Db, realmId: number) =>
  db
    .selectFrom('users')
    .where('users.realm_id', '=', realmId)
    .where('users.bot_type', 'is', null)
    .where('users.is_system', '=', 0)
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('directory_links')
            .select('object_id')
            .where('directory_links.realm_id', '=', realmId)
            .where('directory', '=', 'scim')
            .where('kind', '=', 'user')
            .whereRef('object_id', '=', 'users.id')
            .where('removed_at', 'is not', null),
        ),
      ),
    )

/** People, ascending by id, without those whom a client has deleted. */
export async function listScimPeople(
  db: Db,
  realmId: number,
  offset: number,
  limit: number,
): Promise<User[]> {
  return people(db, realmId).selectAll('users').orderBy('users.id').limit(limit).offset(offset).execute()
}

export async function countScimPeople(db: Db, realmId: number): Promise<number> {
  const { count } = await people(db, realmId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The groups of each of these people. */
export async function listGroupsOfPeople(
  db: Db,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const found = new Map<number, { id: number; name: string }[]>()
  if (userIds.length === 0) return found
  const rows = await db
    .selectFrom('user_group_members')
    .innerJoin('user_groups', (join) =>
      join
        .onRef('user_groups.realm_id', '=', 'user_group_members.realm_id')
        .onRef('user_groups.id', '=', 'user_group_members.group_id'),
    )
    .select(['user_group_members.user_id', 'user_groups.id', 'user_groups.name'])
    .where('user_group_members.realm_id', '=', realmId)
    .where('user_group_members.user_id', 'in', [...userIds])
    .orderBy('user_groups.id')
    .execute()
  for (const { user_id: userId, id, name } of rows) {
    found.set(userId, [...(found.get(userId) ?? []), { id, name }])
  }
  return found
}
