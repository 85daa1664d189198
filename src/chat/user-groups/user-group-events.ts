import type { UserGroupView } from './user-group-view.ts'

/** Everybody can mention every group. */
const groupEvent = (payload: { op: string } & Record<string, unknown>) => ({
  type: 'user_group',
  audience: { role: 'everyone' as const },
  payload,
})

export const groupAdded = (group: UserGroupView) => groupEvent({ op: 'add', group })

/** `data` holds only what is new. */
export const groupChanged = (groupId: number, data: { name?: string; description?: string }) =>
  groupEvent({ op: 'update', group_id: groupId, data })

export const membersAdded = (groupId: number, userIds: readonly number[]) =>
  groupEvent({ op: 'add_members', group_id: groupId, user_ids: userIds })

export const membersRemoved = (groupId: number, userIds: readonly number[]) =>
  groupEvent({ op: 'remove_members', group_id: groupId, user_ids: userIds })

export const groupRemoved = (groupId: number) => groupEvent({ op: 'remove', group_id: groupId })
