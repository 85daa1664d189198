import { type Static, Type } from '@sinclair/typebox'
import type { UserGroupsTable } from './user-groups-table.ts'

export const UserGroupSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    members: Type.Array(Type.Integer(), { description: 'User ids, ascending.' }),
  },
  { additionalProperties: false },
)

export type UserGroupView = Static<typeof UserGroupSchema>

export function viewUserGroup(group: UserGroupsTable, members: readonly number[]): UserGroupView {
  return { id: group.id, name: group.name, description: group.description, members: [...members] }
}
