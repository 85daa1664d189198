import type { Chat, Db } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { InitialPart } from '../initial-context.ts'
import { listGroupMembers } from './group-member-store.ts'
import { accessUserGroup } from './user-group-access.ts'
import { listUserGroups } from './user-group-store.ts'
import { type UserGroupView, viewUserGroup } from './user-group-view.ts'

export const getUserGroups = (chat: Chat, { realm }: Actor) => readGroups(chat.database.read, realm.id)

export const getGroupMembers = async (chat: Chat, actor: Actor, groupId: number): Promise<number[]> =>
  (await accessUserGroup(chat.database.read, actor, groupId)).members

export const initialUserGroups: InitialPart = async ({ db, actor }) => ({
  realm_user_groups: await readGroups(db, actor.realm.id),
})

async function readGroups(db: Db, realmId: number): Promise<UserGroupView[]> {
  const members = await listGroupMembers(db, realmId)
  return (await listUserGroups(db, realmId)).map((group) => viewUserGroup(group, members.get(group.id) ?? []))
}
