import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, integer, json, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { changeGroupMembers } from './change-group-members.ts'
import { changeUserGroup, createUserGroup, removeUserGroup } from './change-user-group.ts'
import { deactivateUserGroup } from './deactivate-user-group.ts'
import { getGroupMembers, getSubgroups, getUserGroups, isGroupMember } from './get-user-groups.ts'
import { UserGroupSchema } from './user-group-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const Nothing = Type.Object({}, { additionalProperties: false })
const groupId = integer('Id of the group.')
const groupIds = (description: string) => json(description, Type.Array(Type.Integer(), { maxItems: 100 }))
const userIds = (description: string) => json(description, Type.Array(Type.Integer(), { maxItems: 10_000 }))

export const userGroupRoutes = [
  endpoint({
    method: 'POST',
    path: '/user_groups/create',
    summary: 'Create a user group',
    description: '`@*name*` mentions all of its members.',
    access: 'manage user groups',
    parameters: {
      name: text('Up to 100 characters; unique in the organization.'),
      description: text('What the group is for.'),
      members: otherwise(userIds('Ids of its first members.'), []),
      subgroups: otherwise(groupIds('Ids of groups that it contains.'), []),
    },
    response: Type.Object({ group_id: Type.Integer() }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({ group_id: await createUserGroup(chat, actor, input) }),
  }),
  endpoint({
    method: 'GET',
    path: '/user_groups',
    summary: 'Get user groups',
    access: 'see people',
    description: 'Deactivated groups cannot be mentioned.',
    parameters: {
      include_deactivated_groups: otherwise(boolean('Include deactivated groups.'), false),
    },
    response: Type.Object({ user_groups: Type.Array(UserGroupSchema) }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({
      user_groups: await getUserGroups(chat, actor, input.include_deactivated_groups),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/user_groups/:user_group_id',
    summary: 'Update a user group',
    access: 'manage user groups',
    parameters: {
      user_group_id: groupId,
      name: optional(text('The new name.')),
      description: optional(text('The new description.')),
      deactivated: optional(json('`false` reactivates the group.', Type.Literal(false))),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      const { name, description } = input
      const reactivate = input.deactivated === false
      await changeUserGroup(chat, actor, input.user_group_id, { name, description, reactivate })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/user_groups/:user_group_id',
    summary: 'Delete a user group',
    access: 'manage user groups',
    parameters: { user_group_id: groupId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await removeUserGroup(chat, actor, input.user_group_id)
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user_groups/:user_group_id/deactivate',
    summary: 'Deactivate a user group',
    description: 'It keeps its name and members, but cannot be mentioned.',
    access: 'manage user groups',
    parameters: { user_group_id: groupId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await deactivateUserGroup(chat, actor, input.user_group_id)
      return {}
    },
  }),
]

const exact = { additionalProperties: false }
const ids = (description: string) =>
  otherwise(json(description, Type.Array(Type.Integer(), { maxItems: 10_000 })), [])
const direct = otherwise(boolean('Only direct members, not those of its subgroups.'), false)

export const groupMemberRoutes = [
  endpoint({
    method: 'GET',
    path: '/user_groups/:user_group_id/members',
    summary: 'Get the members of a user group',
    access: 'see people',
    parameters: { user_group_id: groupId, direct_member_only: direct },
    response: Type.Object({ members: Type.Array(Type.Integer()) }, exact),
    handle: async ({ chat, actor, input }) => ({
      members: await getGroupMembers(chat, actor, input.user_group_id, input.direct_member_only),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/user_groups/:user_group_id/members/:user_id',
    summary: 'Check whether a user is a member of a user group',
    access: 'see people',
    parameters: { user_group_id: groupId, user_id: integer('Id of the user.'), direct_member_only: direct },
    response: Type.Object({ is_user_group_member: Type.Boolean() }, exact),
    handle: async ({ chat, actor, input }) => ({
      is_user_group_member: await isGroupMember(
        chat,
        actor,
        input.user_group_id,
        input.user_id,
        input.direct_member_only,
      ),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/user_groups/:user_group_id/members',
    summary: 'Update the members of a user group',
    access: 'manage user groups',
    parameters: {
      user_group_id: groupId,
      add: ids('Ids of users to add.'),
      delete: ids('Ids of users to remove.'),
      add_subgroups: ids('Ids of groups to add.'),
      delete_subgroups: ids('Ids of groups to remove.'),
    },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await changeGroupMembers(chat, actor, input.user_group_id, {
        add: input.add,
        remove: input.delete,
        subgroups: { add: input.add_subgroups, remove: input.delete_subgroups },
      })
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user_groups/:user_group_id/subgroups',
    summary: 'Get the subgroups of a user group',
    access: 'see people',
    parameters: {
      user_group_id: groupId,
      direct_subgroup_only: otherwise(boolean('Only direct subgroups, not those in them.'), false),
    },
    response: Type.Object({ subgroups: Type.Array(Type.Integer()) }, exact),
    handle: async ({ chat, actor, input }) => ({
      subgroups: await getSubgroups(chat, actor, input.user_group_id, input.direct_subgroup_only),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/user_groups/:user_group_id/subgroups',
    summary: 'Update the subgroups of a user group',
    description: 'A mention of the group mentions the members of its subgroups too.',
    access: 'manage user groups',
    parameters: {
      user_group_id: groupId,
      add: ids('Ids of groups to add.'),
      delete: ids('Ids of groups to remove.'),
    },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      const subgroups = { add: input.add, remove: input.delete }
      await changeGroupMembers(chat, actor, input.user_group_id, { add: [], remove: [], subgroups })
      return {}
    },
  }),
]
