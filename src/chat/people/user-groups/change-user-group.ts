import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { checkNewSubgroups } from './change-subgroups.ts'
import { reactivateUserGroup } from './deactivate-user-group.ts'
import { supergroupsOf } from './subgroup-tree.ts'
import {
  accessOwnGroup,
  accessOwnGroupInAnyState,
  checkMayChangeGroups,
  type KnownGroup,
  readNewMembers,
} from './user-group-access.ts'
import {
  groupAdded,
  groupChanged,
  groupRemoved,
  subgroupsRemoved,
  viewUserGroup,
} from './user-group-events.ts'
import { deleteUserGroup, listSubgroups } from './user-group-store.ts'
import {
  type UserGroupsTable,
  userGroupMembersTable,
  userGroupSubgroupsTable,
  userGroupsTable,
} from './user-groups-table.ts'

const NAME_LIMIT = 100
const DESCRIPTION_LIMIT = 1024
/** Every message is searched for their names. */
export const GROUPS_LIMIT = 1000

export interface NewUserGroup {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
}

export const createUserGroup = (chat: ChatPlatform, actor: Actor, input: NewUserGroup): Promise<number> =>
  chat.transact(actor.realm.id, (transaction) => addUserGroup(chat, transaction, actor, input))

/** The same as part of a larger transaction. */
export async function addUserGroup(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  actor: Actor,
  input: NewUserGroup,
): Promise<number> {
  checkMayChangeGroups(actor)
  const name = checkName(input.name)
  const description = checkDescription(input.description)
  const { realm, user } = actor
  const { db } = transaction
  const members = await readNewMembers(db, actor, input.members)
  const subgroups = [...new Set(input.subgroups)].sort((one, other) => one - other)
  await checkNewSubgroups(db, realm.id, subgroups)
  const known = await userGroupsTable.list(db, { realm_id: realm.id })
  if (known.length >= GROUPS_LIMIT) throw badRequest(`Too many user groups (limit: ${GROUPS_LIMIT})`)
  const group = {
    realm_id: realm.id,
    id: await transaction.next('user_groups'),
    name,
    name_key: name.toLowerCase(),
    description,
    creator_id: user.id,
    created_at: secondsOf(chat.clock),
    deactivated: 0,
  }
  if (!(await userGroupsTable.insertIfAbsent(db, group))) throw nameTaken(name)
  const ofGroup = { realm_id: realm.id, group_id: group.id }
  await userGroupMembersTable.insert(
    db,
    members.map((user_id) => ({ ...ofGroup, user_id })),
  )
  await userGroupSubgroupsTable.insert(
    db,
    subgroups.map((subgroup_id) => ({ ...ofGroup, subgroup_id })),
  )
  transaction.announce(groupAdded(viewUserGroup(group, members, subgroups)))
  return group.id
}

/** undefined: unchanged. */
export interface UserGroupChange {
  name: string | undefined
  description: string | undefined
  /** only reactivates; see deactivateUserGroup */
  reactivate: boolean
}

export function changeUserGroup(
  chat: ChatPlatform,
  actor: Actor,
  groupId: number,
  change: UserGroupChange,
): Promise<void> {
  if (change.name === undefined && change.description === undefined && !change.reactivate) {
    throw badRequest('No new data supplied')
  }
  const name = change.name === undefined ? undefined : checkName(change.name)
  const description = change.description === undefined ? undefined : checkDescription(change.description)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const { group } = change.reactivate
      ? await accessReactivated(transaction, actor, groupId)
      : await accessOwnGroup(db, actor, groupId)
    if (name !== undefined) await renameUserGroup(transaction, group, name)
    if (description !== undefined && description !== group.description) {
      await userGroupsTable.update(db, { realm_id: actor.realm.id, id: groupId }, { description })
      transaction.announce(groupChanged(groupId, { description }))
    }
  })
}

/** Part of a transaction, for a group that the caller may change. */
export async function renameUserGroup(
  transaction: ChatTransaction,
  group: UserGroupsTable,
  wanted: string,
): Promise<void> {
  const name = checkName(wanted)
  if (name === group.name) return
  const { db } = transaction
  const key = name.toLowerCase()
  const others = await userGroupsTable.list(db, { realm_id: group.realm_id, name_key: key })
  if (others.some((other) => other.id !== group.id)) throw nameTaken(name)
  await userGroupsTable.update(db, group, { name, name_key: key })
  transaction.announce(groupChanged(group.id, { name }))
}

export function removeUserGroup(chat: ChatPlatform, actor: Actor, groupId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    await accessOwnGroupInAnyState(transaction.db, actor, groupId)
    await dropUserGroup(transaction, actor.realm.id, groupId)
  })
}

/** Part of a transaction, for a group that the caller may change. */
export async function dropUserGroup(
  transaction: ChatTransaction,
  realmId: number,
  groupId: number,
): Promise<void> {
  const { db } = transaction
  const supergroups = supergroupsOf(await listSubgroups(db, realmId), groupId)
  for (const { id, deactivated } of await userGroupsTable.list(db, { realm_id: realmId })) {
    // Clients do not know deactivated groups.
    if (!deactivated && supergroups.includes(id)) transaction.announce(subgroupsRemoved(id, [groupId]))
  }
  await deleteUserGroup(db, realmId, groupId)
  transaction.announce(groupRemoved(groupId))
}

async function accessReactivated(
  transaction: ChatTransaction,
  actor: Actor,
  groupId: number,
): Promise<KnownGroup> {
  const known = await accessOwnGroupInAnyState(transaction.db, actor, groupId)
  return known.group.deactivated === 1 ? reactivateUserGroup(transaction, actor, known) : known
}

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest("User group name can't be empty!")
  if ([...trimmed].length > NAME_LIMIT) {
    throw badRequest(`User group name cannot exceed ${NAME_LIMIT} characters.`)
  }
  return trimmed
}

function checkDescription(description: string): string {
  if ([...description].length <= DESCRIPTION_LIMIT) return description
  throw badRequest(`description is too long (limit: ${DESCRIPTION_LIMIT} characters)`)
}

const nameTaken = (name: string) => badRequest(`User group '${name}' already exists.`)
