import { type Static, Type } from '@sinclair/typebox'
import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'
import type { Phones } from '../phones.ts'
import { listRouteNumbers } from '../routing/call-route-store.ts'
import { findExtensionByNumber, listNumbersBeforeGaps } from './extension-store.ts'

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
  const { read } = database
  const routes = await listRouteNumbers(read, company.id, instance.uuid)
  const before = await listNumbersBeforeGaps(read, company.id, instance.uuid)
  const taken = new Set(routes)
  const isFree = async (number: number) =>
    number <= MOST &&
    !taken.has(number) &&
    !isEmergencyNumber(number, company.profile.address.country) &&
    !(await findExtensionByNumber(read, company.id, instance.uuid, number))
  // Ring groups and other routes have numbers, too, and may end a gap or fill it.
  const candidates = [...(before.length === 0 ? [FIRST - 1] : before), ...routes]
  for (const number of candidates) if (await isFree(number + 1)) return { number: number + 1 }
  return { number: null }
}
