import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { supergroupsOf } from './subgroup-tree.ts'
import { accessOwnGroup, type KnownGroup } from './user-group-access.ts'
import { groupAdded, groupRemoved, viewUserGroup } from './user-group-events.ts'
import { listSubgroups } from './user-group-store.ts'
import { userGroupsTable } from './user-groups-table.ts'

/**
 * The group keeps its name and members, and can no longer be mentioned or changed. Clients of the announced feature
 * level do not know deactivated groups: for them it is removed.
 */
export function deactivateUserGroup(chat: ChatPlatform, actor: Actor, groupId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    await accessOwnGroup(db, actor, groupId)
    const deactivated = await deactivatedIds(transaction, actor)
    const containing = supergroupsOf(await listSubgroups(db, actor.realm.id), groupId)
    const inUse = containing.filter((id) => !deactivated.has(id))
    if (inUse.length > 0) throw groupInUse(inUse)
    await userGroupsTable.update(db, { realm_id: actor.realm.id, id: groupId }, { deactivated: 1 })
    transaction.announce(groupRemoved(groupId))
  })
}

/** Part of a transaction. Returns the group as it is now. */
export async function reactivateUserGroup(
  transaction: ChatTransaction,
  actor: Actor,
  { group, members }: KnownGroup,
): Promise<KnownGroup> {
  const { db } = transaction
  const subgroups = (await listSubgroups(db, actor.realm.id)).get(group.id) ?? []
  const deactivated = await deactivatedIds(transaction, actor)
  const missing = subgroups.find((id) => deactivated.has(id))
  if (missing !== undefined)
    throw badRequest(`Its subgroup ${missing} is deactivated. Reactivate that first.`)
  await userGroupsTable.update(db, { realm_id: actor.realm.id, id: group.id }, { deactivated: 0 })
  const active = { ...group, deactivated: 0 }
  transaction.announce(groupAdded(viewUserGroup(active, members, subgroups)))
  return { group: active, members }
}

async function deactivatedIds({ db }: ChatTransaction, { realm }: Actor): Promise<Set<number>> {
  const groups = await userGroupsTable.list(db, { realm_id: realm.id })
  return new Set(groups.filter((group) => group.deactivated === 1).map((group) => group.id))
}

const groupInUse = (supergroupIds: readonly number[]) =>
  new ChatError('You cannot deactivate a user group that another group contains.', {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    extra: { objections: [{ type: 'subgroup', supergroup_ids: supergroupIds }] },
  })
