import { Type } from '@sinclair/typebox'

export const ProfileFieldSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: Type.Integer({ minimum: 1, maximum: 8 }),
    hint: Type.String(),
    field_data: Type.String({ description: 'JSON for choices and external accounts, else empty.' }),
    order: Type.Integer(),
  },
  { additionalProperties: false },
)

/** An entry of somebody's profile as they change it. */
export const ProfileEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    value: Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()], {
      description: 'User ids for a person picker, else a text. An empty value takes the old one away.',
    }),
  },
  { additionalProperties: false },
)

export const profileEntries = Type.Array(ProfileEntrySchema, { maxItems: 100 })
