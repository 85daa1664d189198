import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxNumbersTable } from '../faxes/fax-tables.ts'

export const FaxNumberSchema = Type.Object(
  {
    company: Type.String(),
    created_at: Type.String(),
    is_default: Type.Boolean({ description: 'Faxes are sent from it unless they name another.' }),
    number: Type.String({ description: 'E.164.' }),
  },
  { additionalProperties: false },
)

export async function showFaxNumbers(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<Static<typeof FaxNumberSchema>[]> {
  const numbers = await faxNumbersTable.list(database.read, { company_id: company.id })
  return numbers.map(({ number, created_at }, index) => ({
    company: company.public_id,
    created_at: isoDate(created_at),
    is_default: index === 0,
    number,
  }))
}
