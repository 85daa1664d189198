import { Type } from '@sinclair/typebox'

export const MAX_DESTINATIONS = 100

const emails = Type.Array(Type.String({ format: 'email', minLength: 3, maxLength: 254 }), {
  minItems: 1,
  maxItems: 50,
})
const unchanged = () => Type.Optional(Type.Unknown())
const given = { id: unchanged(), company: unchanged(), reprname: unchanged() }

export const NewDestination = Type.Object({ emails }, { additionalProperties: false })
export const ReplacedDestination = Type.Object({ ...given, emails }, { additionalProperties: false })

/** Clients send whole objects back. */
export const readOnlyDestinationFields = ['id', 'company']

/** Without duplicates, ignoring case. */
export function distinctEmails(emails: readonly string[]): string[] {
  const byKey = new Map(emails.map((email) => [email.toLowerCase(), email]))
  return [...byKey.values()]
}
