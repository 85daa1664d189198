import type { Actor } from '../../identity/actor.ts'
import { invalid, invalidField } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import type { RouteKind } from '../call-routes/route-kind.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'
import { type InternalNumber, requireFreeNumber } from '../extensions/internal-numbers.ts'

/** A body that fits the schema of its kind. */
export type RouteInput = Readonly<Record<string, unknown>> & {
  readonly number?: number
  readonly name?: string
}

/** The settings in a request, over those before. */
export function settingsOf(kind: RouteKind, before: CallRoute['settings'], input: RouteInput) {
  const settings: Record<string, unknown> = { ...before }
  for (const name of Object.keys(kind.fields)) {
    if (input[name] !== undefined && !kind.readOnly?.includes(name)) settings[name] = input[name]
  }
  const faults = kind.faults?.(settings) ?? []
  if (faults.length > 0) throw invalid(faults)
  return settings
}

export async function checkRouteNumber(
  db: TelephonyDb,
  { company }: Actor,
  route: InternalNumber & { readonly id: string },
): Promise<void> {
  if (isEmergencyNumber(route.number, company.profile.address.country)) {
    throw invalidField('/number', `${route.number} is an emergency number`)
  }
  await requireFreeNumber(db, route, '/number')
}

/** The numbers that a route takes beside its own: `pointer` says by which field. */
export async function checkFurtherNumbers(
  db: TelephonyDb,
  { company }: Actor,
  kind: RouteKind,
  route: InternalNumber & Pick<CallRoute, 'id' | 'settings'>,
): Promise<void> {
  const numbers = kind.furtherNumbers?.(route.settings) ?? []
  if (numbers.includes(route.number)) throw invalidField('/number', 'is one of its own slots')
  for (const number of numbers) {
    if (isEmergencyNumber(number, company.profile.address.country)) {
      throw invalidField('/last_slot', `${number} is an emergency number`)
    }
    await requireFreeNumber(db, { ...route, number }, '/last_slot')
  }
}
