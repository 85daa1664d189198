import { Type } from '@sinclair/typebox'

/** A search parameter. Null characters are never stored, and PostgreSQL rejects them. */
export const searchWords = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      title: 'free of null characters',
      description,
    }),
  )
