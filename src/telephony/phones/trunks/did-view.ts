import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { DidsTable } from './trunks-table.ts'

export const DidSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    number: Type.String({ description: 'E.164.' }),
    name: Type.String(),
    destination: Type.Object(
      {
        kind: Type.Union([Type.Literal('internal'), Type.Literal('fax')], {
          description: 'internal: calls go to a number of the company; fax: faxes are received.',
        }),
        pbx: nullable(Type.String({ description: 'The uuid of the instance; null for fax.' })),
        number: Type.String({ description: 'An internal number, such as an extension; empty for fax.' }),
      },
      { additionalProperties: false },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
)

export type DidView = Static<typeof DidSchema>

export const didView = (did: DidsTable, companyPublicId: string): DidView => ({
  id: did.id,
  company: companyPublicId,
  number: did.number,
  name: did.name,
  destination: { kind: did.kind, pbx: did.instance_uuid, number: did.destination },
  created_at: isoDate(did.created_at),
  updated_at: isoDate(did.updated_at),
})
