import { type Static, Type } from '@sinclair/typebox'
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
