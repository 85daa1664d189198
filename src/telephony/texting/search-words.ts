import { Type } from '@sinclair/typebox'

/** A parameter to search by. No stored text has null characters, and PostgreSQL cannot even compare them. */
export const searchWords = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      title: 'free of null characters',
      description,
    }),
  )
