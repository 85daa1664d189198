import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'

const text = () => Type.Optional(nullable(Type.String({ maxLength: 200 })))
const unchanged = () => Type.Optional(Type.Unknown())

const fields = {
  first_name: text(),
  last_name: text(),
  email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))),
}

export const NewTextingContact = Type.Object(
  {
    ...fields,
    number: Type.String({
      minLength: 1,
      maxLength: 40,
      description: "Numbers without a country are of the company's.",
    }),
  },
  { additionalProperties: false },
)

export const TextingContactChange = Type.Object(
  {
    ...fields,
    id: unchanged(),
    company_id: unchanged(),
    number: unchanged(),
    avatar: unchanged(),
    user_id: unchanged(),
    opted_out: unchanged(),
    created_at: unchanged(),
    updated_at: unchanged(),
  },
  { additionalProperties: false },
)

export type TextingContactInput = Static<typeof TextingContactChange>

/** Fields that clients may send back but not change. What changes without the client is ignored. */
export const textingContactIdentity = ['id', 'company_id', 'number', 'created_at']
