import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { ExtensionNumber } from '../extension-data/extension-data-schema.ts'
import { Destination } from './destination-schema.ts'
import { forgetParkedCalls } from './parked-calls-table.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

export const MAX_SLOTS = 50

const fields = {
  first_slot: ExtensionNumber,
  last_slot: ExtensionNumber,
  return_after: Type.Integer({
    minimum: 10,
    maximum: 3600,
    description: 'Seconds, after which a call that nobody has picked up goes back.',
  }),
  destination: Destination('Where it goes then; empty: to the person who parked it.'),
  music: Type.String({
    pattern: '^[\\w-]{1,80}$',
    title: 'the name of a class of music',
    description: 'The class of music that parked callers hear; see music on hold.',
  }),
}

export type ParkingSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

/** The numbers at which calls wait. Nothing else of the instance has them. */
export function slotsOf(settings: Readonly<Record<string, unknown>>): number[] {
  const { first_slot: first, last_slot: last } = settings as ParkingSettings
  const count = Math.min(Math.max(last - first + 1, 0), MAX_SLOTS)
  return Array.from({ length: count }, (_, index) => first + index)
}

export const parkingLots: RouteKind = {
  name: 'parking',
  path: 'parking-lots',
  area: 'Parking lots',
  noun: 'parking lot',
  description:
    'A number at which people park calls, and the numbers (slots) at which everybody of the company picks them up.',
  fields,
  defaults: { return_after: 120, destination: '', music: 'default' },
  faults(settings) {
    const { first_slot: first, last_slot: last } = settings as ParkingSettings
    const faults: Fault[] = []
    if (last < first) faults.push({ pointer: '/last_slot', detail: `must be at least ${first}` })
    if (last - first >= MAX_SLOTS)
      faults.push({ pointer: '/last_slot', detail: `a parking lot has at most ${MAX_SLOTS} slots` })
    return faults
  },
  furtherNumbers: slotsOf,
  forget: forgetParkedCalls,
}

export const parkingSchemas = routeSchemas(parkingLots)
