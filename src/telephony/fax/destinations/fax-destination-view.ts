import { type Static, Type } from '@sinclair/typebox'
import type { FaxDestinationsTable } from '../faxes/fax-tables.ts'

export const DestinationSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    emails: Type.Array(Type.String()),
    reprname: Type.String({ description: 'The emails joined as text.' }),
  },
  { additionalProperties: false },
)

export type DestinationView = Static<typeof DestinationSchema>

export const emailsOf = ({ emails }: FaxDestinationsTable): string[] => JSON.parse(emails)

export function destinationView(destination: FaxDestinationsTable, companyPublicId: string): DestinationView {
  const emails = emailsOf(destination)
  return { id: destination.id, company: companyPublicId, emails, reprname: emails.join(', ') }
}
