import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, integer, json, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { changeUserGroup, createUserGroup, removeUserGroup } from './change-user-group.ts'
import { deactivateUserGroup } from './deactivate-user-group.ts'
import { getUserGroups } from './get-user-groups.ts'
import { UserGroupSchema } from './user-group-view.ts'

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
