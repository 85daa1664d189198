import { Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { parkedCallsTable } from '../call-routes/parked-calls-table.ts'

export const ParkedCallSchema = Type.Object(
  {
    slot: Type.Integer({ description: 'What people dial to pick the call up.' }),
    number: Type.String({ description: 'Of the caller. Empty: withheld.' }),
    name: Type.String(),
    parked_by: Type.String({ description: 'The number of an extension.' }),
    parked_at: Type.String(),
    returns_at: Type.String(),
  },
  { additionalProperties: false },
)

export async function listParkedCalls({ database }: TelephonyPlatform, { company_id, id }: CallRoute) {
  const rows = await parkedCallsTable.list(database.read, { company_id, route_id: id })
  return rows.map(({ slot, number, name, parked_by, parked_at, returns_at }) => ({
    slot,
    number,
    name,
    parked_by,
    parked_at: isoDate(parked_at),
    returns_at: isoDate(returns_at),
  }))
}
