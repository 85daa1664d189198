import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { type UserGroupsTable, userGroupMembersTable, userGroupsTable } from './user-groups-table.ts'

export interface KnownGroup {
  group: UserGroupsTable
  members: number[]
}

/** Every user may see every group. */
export async function accessUserGroup(db: Db, { realm }: Actor, id: number): Promise<KnownGroup> {
  const group = await userGroupsTable.find(db, { realm_id: realm.id, id })
  if (!group) throw badRequest('Invalid user group')
  const members = await userGroupMembersTable.pick(db, { realm_id: realm.id, group_id: id }, ['user_id'])
  return { group, members: members.map((row) => row.user_id) }
}

export function checkMayChangeGroups({ realm, user }: Actor): void {
  if (realm.settings.user_group_edit_policy === 'administrators' && !may(user, 'manage user groups'))
    throw mustBeAdministrator()
}

/** A group that the actor may change. */
export async function accessOwnGroup(db: Db, actor: Actor, id: number): Promise<KnownGroup> {
  const known = await accessOwnGroupInAnyState(db, actor, id)
  if (known.group.deactivated === 1) throw badRequest('User group is deactivated.')
  return known
}

/** The same for groups that may be deactivated. */
export async function accessOwnGroupInAnyState(db: Db, actor: Actor, id: number): Promise<KnownGroup> {
  checkMayChangeGroups(actor)
  const known = await accessUserGroup(db, actor, id)
  if (!may(actor.user, 'manage user groups', known.members.includes(actor.user.id))) {
    throw badRequest('Only group members and organization administrators can administer this group.')
  }
  return known
}

/** Validates users who are to be added to a group. Without duplicates, ascending. */
export async function readNewMembers(db: Db, { realm }: Actor, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].sort((one, other) => one - other)
  const found = new Map(
    (await usersTable.list(db, { realm_id: realm.id, id: wanted })).map((user) => [user.id, user]),
  )
  for (const id of wanted) {
    const user = found.get(id)
    if (!user?.is_active || user.is_system) throw badRequest(`Invalid user ID: ${id}`)
  }
  return wanted
}
