import { type Static, Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { UserGroupsTable } from './user-groups-table.ts'

export const UserGroupSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    members: Type.Array(Type.Integer(), { description: 'Ids of its own members, ascending.' }),
    direct_subgroup_ids: Type.Array(Type.Integer(), { description: 'Groups in it, ascending.' }),
    is_system_group: Type.Literal(false),
    deactivated: Type.Boolean(),
  },
  { additionalProperties: false },
)

export type UserGroupView = Static<typeof UserGroupSchema>

export function viewUserGroup(
  group: UserGroupsTable,
  members: readonly number[],
  subgroups: readonly number[],
): UserGroupView {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: [...members],
    direct_subgroup_ids: [...subgroups],
    is_system_group: false,
    deactivated: group.deactivated === 1,
  }
}

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    user_group:
      | { op: 'add'; group: UserGroupView }
      | { op: 'update'; group_id: number; data: { name?: string; description?: string } }
      | { op: 'add_members' | 'remove_members'; group_id: number; user_ids: readonly number[] }
      | { op: 'add_subgroups' | 'remove_subgroups'; group_id: number; direct_subgroup_ids: readonly number[] }
      | { op: 'remove'; group_id: number }
  }
}

/** Sent to everyone, as everyone can mention every group. */
const groupEvent = (payload: ChatEventMap['user_group']): NewChatEvent<'user_group'> => ({
  type: 'user_group',
  audience: { role: 'everyone' },
  payload,
})

export const groupAdded = (group: UserGroupView) => groupEvent({ op: 'add', group })

/** `data` contains only the changed fields. */
export const groupChanged = (groupId: number, data: { name?: string; description?: string }) =>
  groupEvent({ op: 'update', group_id: groupId, data })

export const membersAdded = (groupId: number, userIds: readonly number[]) =>
  groupEvent({ op: 'add_members', group_id: groupId, user_ids: userIds })

export const membersRemoved = (groupId: number, userIds: readonly number[]) =>
  groupEvent({ op: 'remove_members', group_id: groupId, user_ids: userIds })

export const subgroupsAdded = (groupId: number, subgroupIds: readonly number[]) =>
  groupEvent({ op: 'add_subgroups', group_id: groupId, direct_subgroup_ids: subgroupIds })

export const subgroupsRemoved = (groupId: number, subgroupIds: readonly number[]) =>
  groupEvent({ op: 'remove_subgroups', group_id: groupId, direct_subgroup_ids: subgroupIds })

export const groupRemoved = (groupId: number) => groupEvent({ op: 'remove', group_id: groupId })
