import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, json, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { changeGroupMembers } from './change-group-members.ts'
import { changeUserGroup, createUserGroup, removeUserGroup } from './change-user-group.ts'
import { getGroupMembers, getUserGroups } from './get-user-groups.ts'
import { UserGroupSchema } from './user-group-view.ts'

const endpoint = endpointOf<ChatPlatform>()

const Nothing = Type.Object({}, { additionalProperties: false })
const groupId = integer('Id of the group.')
const userIds = (description: string) => json(description, Type.Array(Type.Integer(), { maxItems: 10_000 }))

export const userGroupRoutes = [
  endpoint({
    method: 'POST',
    path: '/user_groups/create',
    summary: 'Create a user group',
    description: '`@*name*` mentions all of its members.',
    access: 'members',
    parameters: {
      name: text('Up to 100 characters; unique in the organization.'),
      description: text('What the group is for.'),
      members: otherwise(userIds('Ids of its first members.'), []),
    },
    response: Type.Object({ group_id: Type.Integer() }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({ group_id: await createUserGroup(chat, actor, input) }),
  }),
  endpoint({
    method: 'GET',
    path: '/user_groups',
    summary: 'Get user groups',
    access: 'users',
    parameters: {},
    response: Type.Object({ user_groups: Type.Array(UserGroupSchema) }, { additionalProperties: false }),
    handle: async ({ chat, actor }) => ({ user_groups: await getUserGroups(chat, actor) }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/user_groups/:user_group_id',
    summary: 'Update a user group',
    access: 'members',
    parameters: {
      user_group_id: groupId,
      name: optional(text('The new name.')),
      description: optional(text('The new description.')),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      const { name, description } = input
      await changeUserGroup(chat, actor, input.user_group_id, { name, description })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/user_groups/:user_group_id',
    summary: 'Delete a user group',
    access: 'members',
    parameters: { user_group_id: groupId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await removeUserGroup(chat, actor, input.user_group_id)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user_groups/:user_group_id/members',
    summary: 'Get the members of a user group',
    access: 'users',
    parameters: { user_group_id: groupId },
    response: Type.Object({ members: Type.Array(Type.Integer()) }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({
      members: await getGroupMembers(chat, actor, input.user_group_id),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/user_groups/:user_group_id/members',
    summary: 'Update the members of a user group',
    access: 'members',
    parameters: {
      user_group_id: groupId,
      add: otherwise(userIds('Ids of users to add.'), []),
      delete: otherwise(userIds('Ids of users to remove.'), []),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await changeGroupMembers(chat, actor, input.user_group_id, { add: input.add, remove: input.delete })
      return {}
    },
  }),
]
