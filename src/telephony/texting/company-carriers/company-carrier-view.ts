import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { CompanyCarriersTable } from './company-carriers-table.ts'

export const CarrierSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    host: Type.String(),
    port: Type.Integer(),
    system_id: Type.String(),
    tls: Type.Boolean(),
    numbers: nullable(
      Type.Array(Type.String(), {
        description: 'The numbers whose texts use it; null: all numbers of the company.',
      }),
    ),
    state: Type.Union(
      ['connecting', 'connected', 'disconnected'].map((state) => Type.Literal(state)),
      { description: 'Of the connection.' },
    ),
    problem: nullable(Type.String({ description: 'Why there is no connection.' })),
    state_at: Type.String({ description: 'Since when.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
)

export type CarrierView = Static<typeof CarrierSchema>

/** Never with the password. */
export const carrierView = (carrier: CompanyCarriersTable, companyPublicId: string): CarrierView => ({
  id: carrier.id,
  company: companyPublicId,
  host: carrier.host,
  port: carrier.port,
  system_id: carrier.system_id,
  tls: carrier.tls === 1,
  numbers: carrier.numbers === null ? null : JSON.parse(carrier.numbers),
  state: carrier.state,
  problem: carrier.problem,
  state_at: isoDate(carrier.state_at),
  created_at: isoDate(carrier.created_at),
  updated_at: isoDate(carrier.updated_at),
})
