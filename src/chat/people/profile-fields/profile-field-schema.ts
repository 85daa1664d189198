import { Type } from '@sinclair/typebox'

export const ProfileFieldSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: Type.Integer({ minimum: 1, maximum: 8 }),
    hint: Type.String(),
    field_data: Type.String({ description: 'JSON for choices and external accounts, else empty.' }),
    order: Type.Integer(),
    required: Type.Boolean({ description: 'People should fill it in. The server accepts empty values.' }),
    editable_by_user: Type.Boolean({ description: 'false: only administrators change it.' }),
  },
  { additionalProperties: false },
)

/** An entry in a request to change a profile. */
export const ProfileEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    value: Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()], {
      description: 'User ids for a person picker, else a text. An empty value deletes the old one.',
    }),
  },
  { additionalProperties: false },
)

export const profileEntries = Type.Array(ProfileEntrySchema, { maxItems: 100 })
