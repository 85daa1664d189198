import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { changeSubgroups, type SubgroupChange } from './change-subgroups.ts'
import { accessOwnGroup, readNewMembers } from './user-group-access.ts'
import { membersAdded, membersRemoved } from './user-group-events.ts'
import { userGroupMembersTable } from './user-groups-table.ts'

/** Makes all changes or none. A member who leaves may change others in the same call. */
export function changeGroupMembers(
  chat: ChatPlatform,
  actor: Actor,
  groupId: number,
  change: { add: readonly number[]; remove: readonly number[]; subgroups: SubgroupChange },
): Promise<void> {
  const { subgroups } = change
  if ([change.add, change.remove, subgroups.add, subgroups.remove].every((ids) => ids.length === 0)) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
  }
  const { realm } = actor
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const { members } = await accessOwnGroup(db, actor, groupId)
    const added = await readNewMembers(db, actor, change.add)
    const removed = [...new Set(change.remove)].sort((one, other) => one - other)
    const present = added.find((id) => members.includes(id))
    if (present !== undefined) throw badRequest(`User ${present} is already a member of this group`)
    const missing = removed.find((id) => !members.includes(id))
    if (missing !== undefined) throw badRequest(`There is no member '${missing}' in this user group`)
    const ofGroup = { realm_id: realm.id, group_id: groupId }
    if (added.length > 0) {
      await userGroupMembersTable.insert(
        db,
        added.map((user_id) => ({ ...ofGroup, user_id })),
      )
      transaction.announce(membersAdded(groupId, added))
    }
    if (removed.length > 0) {
      await userGroupMembersTable.removeWhere(db, { ...ofGroup, user_id: removed })
      transaction.announce(membersRemoved(groupId, removed))
    }
    await changeSubgroups(transaction, actor, groupId, subgroups)
  })
}
