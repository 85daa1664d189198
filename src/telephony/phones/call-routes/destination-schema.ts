import { Type } from '@sinclair/typebox'

/** A number of the company, or outside of it. */
export const Destination = (description: string) =>
  Type.String({ pattern: '^(\\+?\\d{2,15})?$', title: 'a number of 2 to 15 digits, or empty', description })

export const RequiredDestination = (description?: string) =>
  Type.String({
    pattern: '^\\+?\\d{2,15}$',
    title: 'a number of 2 to 15 digits',
    ...(description && { description }),
  })
