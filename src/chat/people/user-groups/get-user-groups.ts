import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { InitialPart } from '../initial-context.ts'
import { noSuchUser } from '../user-access.ts'
import { withDescendants } from './subgroup-tree.ts'
import { accessUserGroup } from './user-group-access.ts'
import { type UserGroupView, viewUserGroup } from './user-group-events.ts'
import { listGroupMembers, listSubgroups } from './user-group-store.ts'
import { userGroupsTable } from './user-groups-table.ts'

export const getUserGroups = (chat: ChatPlatform, { realm }: Actor, includeDeactivated: boolean) =>
  readGroups(chat.database.read, realm.id, includeDeactivated)

/** Ascending. `directOnly`: without the members of its subgroups. */
export async function getGroupMembers(
  chat: ChatPlatform,
  actor: Actor,
  groupId: number,
  directOnly: boolean,
): Promise<number[]> {
  const db = chat.database.read
  const { members } = await accessUserGroup(db, actor, groupId)
  if (directOnly) return members
  const groups = withDescendants(await listSubgroups(db, actor.realm.id), [groupId])
  if (groups.length === 1) return members
  const byGroup = await listGroupMembers(db, actor.realm.id)
  const all = new Set(groups.flatMap((id) => byGroup.get(id) ?? []))
  return [...all].sort((one, other) => one - other)
}

export async function isGroupMember(
  chat: ChatPlatform,
  actor: Actor,
  groupId: number,
  userId: number,
  directOnly: boolean,
): Promise<boolean> {
  if (!(await usersTable.find(chat.database.read, { realm_id: actor.realm.id, id: userId })))
    throw noSuchUser()
  return (await getGroupMembers(chat, actor, groupId, directOnly)).includes(userId)
}

/** Ascending. `directOnly`: without the subgroups of its subgroups. */
export async function getSubgroups(
  chat: ChatPlatform,
  actor: Actor,
  groupId: number,
  directOnly: boolean,
): Promise<number[]> {
  const db = chat.database.read
  await accessUserGroup(db, actor, groupId)
  const subgroups = await listSubgroups(db, actor.realm.id)
  if (directOnly) return [...(subgroups.get(groupId) ?? [])]
  return withDescendants(subgroups, [groupId])
    .filter((id) => id !== groupId)
    .sort((one, other) => one - other)
}

export const initialUserGroups: InitialPart = async ({ db, actor }) => ({
  realm_user_groups: await readGroups(db, actor.realm.id, false),
})

async function readGroups(db: Db, realmId: number, includeDeactivated: boolean): Promise<UserGroupView[]> {
  const members = await listGroupMembers(db, realmId)
  const subgroups = await listSubgroups(db, realmId)
  return (await userGroupsTable.list(db, { realm_id: realmId }))
    .filter((group) => includeDeactivated || group.deactivated === 0)
    .map((group) => viewUserGroup(group, members.get(group.id) ?? [], subgroups.get(group.id) ?? []))
}
