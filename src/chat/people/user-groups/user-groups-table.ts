import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    user_groups: UserGroupsTable
    user_group_members: UserGroupMembersTable
    user_group_subgroups: UserGroupSubgroupsTable
  }
}

/** Groups of people who can be mentioned together. */
export interface UserGroupsTable {
  realm_id: number
  id: number
  name: string
  /** lower case, for mentions */
  name_key: string
  description: string
  creator_id: number | null
  created_at: number
  /** it cannot be mentioned, and keeps its name */
  deactivated: number
}

export interface UserGroupMembersTable {
  realm_id: number
  group_id: number
  user_id: number
}

/** Groups in other groups, without cycles. */
export interface UserGroupSubgroupsTable {
  realm_id: number
  group_id: number
  subgroup_id: number
}

export const userGroupsTable = table('user_groups', ['realm_id', 'id'])
export const userGroupMembersTable = table('user_group_members', ['realm_id', 'group_id', 'user_id'])
export const userGroupSubgroupsTable = table('user_group_subgroups', ['realm_id', 'group_id', 'subgroup_id'])
