import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { directoryLinksTable, type GroupSource } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isBot } from '../../identity/users/user.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { addUserGroup, renameUserGroup } from '../../people/user-groups/change-user-group.ts'
import { setGroupMembers } from '../../people/user-groups/set-group-members.ts'
import { type UserGroupsTable, userGroupMembersTable } from '../../people/user-groups/user-groups-table.ts'

const MAX_MEMBERS = 10_000

/** What a directory says of a user group. */
export interface DirectoryGroup {
  name: string
  externalId: string | null
  members: readonly number[]
}

/** Makes the user group as the directory says, or creates it (`known` undefined). Returns its id. */
export async function provisionGroup(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  directory: GroupSource,
  known: UserGroupsTable | undefined,
  { name, externalId, members }: DirectoryGroup,
): Promise<number> {
  const { db } = transaction
  if (known) await renameUserGroup(transaction, known, name)
  const groupId = known?.id ?? (await addEmptyGroup(chat, transaction, realm, name))
  await checkMembers(db, realm.id, groupId, members)
  await setGroupMembers(transaction, realm.id, groupId, members)
  const key = { realm_id: realm.id, directory, kind: 'group', object_id: groupId } as const
  const link = await directoryLinksTable.find(db, key)
  const now = secondsOf(chat.clock)
  await directoryLinksTable.put(db, {
    ...key,
    external_id: externalId,
    name_key: null,
    details: '{}',
    created_at: link?.created_at ?? now,
    changed_at: now,
    removed_at: null,
  })
  return groupId
}

async function addEmptyGroup(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  name: string,
): Promise<number> {
  const actor = await directoryActor(transaction, realm)
  const description = 'From the directory of the company'
  return addUserGroup(chat, transaction, actor, { name, description, members: [], subgroups: [] })
}

/** Directories change groups in the name of the notification bot, with the rights of an administrator. */
async function directoryActor({ db }: ChatTransaction, realm: Realm): Promise<Actor> {
  if (realm.deactivated) throw badRequest('This organization has been deactivated')
  return { realm, user: { ...(await findSystemBot(db, realm.id)), role: 'administrator' } }
}

/** Bots that are members already may stay. */
async function checkMembers(
  db: Db,
  realmId: number,
  groupId: number,
  members: readonly number[],
): Promise<void> {
  if (members.length > MAX_MEMBERS) throw badRequest(`A group has at most ${MAX_MEMBERS} members`)
  const found = await usersTable.list(db, { realm_id: realmId, id: members })
  const people = new Set(found.filter((user) => !isBot(user)).map(({ id }) => id))
  const before = await userGroupMembersTable.pick(db, { realm_id: realmId, group_id: groupId }, ['user_id'])
  const known = new Set(before.map((row) => row.user_id))
  const unknown = members.find((id) => !people.has(id) && !known.has(id))
  if (unknown !== undefined) throw badRequest(`There is no user ${unknown}`)
}
