import { type Static, Type } from '@sinclair/typebox'
import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'
import type { Phones } from '../phones.ts'
import { listNumbersBeforeGaps } from './extension-store.ts'

const FIRST = 1001
const MOST = 999_999

export const NumberSuggestionSchema = Type.Object(
  { number: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if all numbers are taken.' }) },
  { additionalProperties: false },
)

/** Continues the numbering that is in use. Another request may take the number before it is used. */
export async function suggestNumber(
  { database }: Phones,
  { company }: Actor,
  instance: Instance,
): Promise<Static<typeof NumberSuggestionSchema>> {
  const before = await listNumbersBeforeGaps(database.read, company.id, instance.uuid)
  if (before.length === 0) return { number: FIRST }
  const free = before.find(
    (number) => number < MOST && !isEmergencyNumber(number + 1, company.profile.address.country),
  )
  return { number: free === undefined ? null : free + 1 }
}
