import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, integer, json, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { changeOwnProfile, removeFromOwnProfile } from './change-profile.ts'
import {
  addProfileField,
  changeProfileField,
  orderProfileFields,
  removeProfileField,
} from './change-profile-fields.ts'
import { getProfileFields } from './get-profile-fields.ts'
import { ProfileFieldSchema, profileEntries } from './profile-field-schema.ts'

const endpoint = endpointOf<ChatPlatform>()

const Nothing = Type.Object({}, { additionalProperties: false })
const fieldId = integer('Id of the field.')
const fieldData = json(
  'The options of a choice, `{"key": {"text", "order"}}`, or the external account, `{"subtype", "url_pattern"}`.',
  Type.Record(Type.String(), Type.Unknown()),
)

const required = boolean('Whether clients ask people to fill it in.')
const editable = boolean('Whether people change their own value. Otherwise, administrators do.')

export const profileFieldRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/profile_fields',
    summary: 'Get all custom profile fields',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({ custom_fields: Type.Array(ProfileFieldSchema) }, { additionalProperties: false }),
    handle: async ({ chat, actor }) => ({ custom_fields: await getProfileFields(chat, actor.realm) }),
  }),
  endpoint({
    method: 'POST',
    path: '/realm/profile_fields',
    summary: 'Create a custom profile field',
    access: 'change the settings of the organization',
    parameters: {
      name: otherwise(text('The label, up to 40 characters.'), ''),
      hint: otherwise(text('Explains how to fill it in, up to 80 characters.'), ''),
      field_type: json(
        '1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 people, 7 external account, 8 pronouns.',
        Type.Integer(),
      ),
      field_data: otherwise(fieldData, {}),
      required: otherwise(required, false),
      editable_by_user: otherwise(editable, true),
    },
    response: Type.Object({ id: Type.Integer() }, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const { name, hint, field_type: type, field_data: data, required, editable_by_user: editable } = input
      return { id: await addProfileField(chat, actor, { name, hint, type, data, required, editable }) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/profile_fields',
    summary: 'Reorder custom profile fields',
    access: 'change the settings of the organization',
    parameters: { order: json('Ids of all fields in their new order.', Type.Array(Type.Integer())) },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await orderProfileFields(chat, actor, input.order)
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/profile_fields/:field_id',
    summary: 'Update a custom profile field',
    description: 'The type cannot change. Removing an option clears it from the profiles that chose it.',
    access: 'change the settings of the organization',
    parameters: {
      field_id: fieldId,
      name: optional(text('The new label.')),
      hint: optional(text('The new hint.')),
      field_data: optional(fieldData),
      required: optional(required),
      editable_by_user: optional(editable),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      const { name, hint, field_data: data, required, editable_by_user: editable } = input
      await changeProfileField(chat, actor, input.field_id, { name, hint, data, required, editable })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/profile_fields/:field_id',
    summary: 'Delete a custom profile field',
    description: 'Also deletes all of its values.',
    access: 'change the settings of the organization',
    parameters: { field_id: fieldId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await removeProfileField(chat, actor, input.field_id)
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/users/me/profile_data',
    summary: 'Update your profile data',
    access: 'change their own account',
    parameters: { data: json('The new values, with the ids of their fields.', profileEntries) },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await changeOwnProfile(chat, actor, input.data)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/me/profile_data',
    summary: 'Remove your profile data',
    access: 'change their own account',
    parameters: {
      data: json('Ids of the fields to clear.', Type.Array(Type.Integer(), { maxItems: 100 })),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await removeFromOwnProfile(chat, actor, input.data)
      return {}
    },
  }),
]
