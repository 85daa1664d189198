import { badRequest } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { withDescendants } from './subgroup-tree.ts'
import { subgroupsAdded, subgroupsRemoved } from './user-group-events.ts'
import { listSubgroups } from './user-group-store.ts'
import { userGroupSubgroupsTable, userGroupsTable } from './user-groups-table.ts'

/** Every mention of a group reads all of its subgroups. */
const SUBGROUPS_LIMIT = 100

export interface SubgroupChange {
  add: readonly number[]
  remove: readonly number[]
}

/** Part of a transaction, for a group that the actor may change. */
export async function changeSubgroups(
  transaction: ChatTransaction,
  { realm }: Actor,
  groupId: number,
  change: SubgroupChange,
): Promise<void> {
  const { db } = transaction
  const subgroups = await listSubgroups(db, realm.id)
  const present = subgroups.get(groupId) ?? []
  const added = ascending(change.add)
  const removed = ascending(change.remove)
  await checkNewSubgroups(db, realm.id, added)
  for (const id of added) {
    if (present.includes(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`)
    if (withDescendants(subgroups, [id]).includes(groupId)) {
      throw badRequest('A user group cannot contain itself, directly or through its subgroups.')
    }
  }
  for (const id of removed)
    if (!present.includes(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`)
  if (present.length + added.length - removed.length > SUBGROUPS_LIMIT) {
    throw badRequest(`Too many subgroups (limit: ${SUBGROUPS_LIMIT})`)
  }
  const ofGroup = { realm_id: realm.id, group_id: groupId }
  await userGroupSubgroupsTable.insert(
    db,
    added.map((subgroup_id) => ({ ...ofGroup, subgroup_id })),
  )
  if (added.length > 0) transaction.announce(subgroupsAdded(groupId, added))
  await userGroupSubgroupsTable.removeWhere(db, { ...ofGroup, subgroup_id: removed })
  if (removed.length > 0) transaction.announce(subgroupsRemoved(groupId, removed))
}

export async function checkNewSubgroups(db: Db, realmId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const active = new Set(
    (await userGroupsTable.list(db, { realm_id: realmId }))
      .filter((row) => row.deactivated === 0)
      .map((row) => row.id),
  )
  const unknown = ids.find((id) => !active.has(id))
  if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`)
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other)
