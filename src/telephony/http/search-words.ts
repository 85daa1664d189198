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

/** Things by their ids or numbers. */
export const commaList = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 10_000,
      pattern: '^[^\\u0000]*$',
      title: 'free of null characters',
      description: `${description}, separated by commas.`,
    }),
  )

/** What it lists; undefined: the parameter is absent. */
export const listed = (value: string | undefined): string[] | undefined =>
  value?.split(',').map((one) => one.trim())

/** The same for numbers of extensions. Something else is the number of none. */
export const listedNumbers = (value: string | undefined): number[] | undefined =>
  listed(value)?.map((one) => (/^\d{1,9}$/.test(one) ? Number(one) : -1))
