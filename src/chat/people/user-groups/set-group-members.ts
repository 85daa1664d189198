import type { ChatTransaction } from '../../chat-platform.ts'
import { membersAdded, membersRemoved } from './user-group-events.ts'
import { userGroupMembersTable } from './user-groups-table.ts'

/** Makes exactly these people members, as part of a transaction. Their accounts may be closed. */
export async function setGroupMembers(
  transaction: ChatTransaction,
  realmId: number,
  groupId: number,
  members: readonly number[],
): Promise<void> {
  const { db } = transaction
  const ofGroup = { realm_id: realmId, group_id: groupId }
  const before = (await userGroupMembersTable.pick(db, ofGroup, ['user_id'])).map((row) => row.user_id)
  const [known, wanted] = [new Set(before), new Set(members)]
  const ascending = (one: number, other: number) => one - other
  const added = [...wanted].filter((id) => !known.has(id)).sort(ascending)
  const removed = before.filter((id) => !wanted.has(id)).sort(ascending)
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
}
