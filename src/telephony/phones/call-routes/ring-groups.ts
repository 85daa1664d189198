import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { Destination, RequiredDestination } from './destination-schema.ts'
import { listStrategies } from './ring-strategies.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

const fields = {
  members: Type.Array(RequiredDestination(), {
    minItems: 1,
    maxItems: 100,
    description: 'The numbers that ring, in this order.',
  }),
  strategy: Type.Union(
    listStrategies.map((one) => Type.Literal(one)),
    { description: 'As for follow-me.' },
  ),
  ring_time: Type.Integer({ minimum: 1, maximum: 300, description: 'Seconds; with hunt, for each member.' }),
  prefix: Type.String({ maxLength: 100, format: 'line', description: "Put before the caller's name." }),
  destination: Destination('Where the call goes when nobody answers; empty: to the mailbox.'),
  mailbox: Destination('The extension whose mailbox takes messages; empty: none.'),
}

export type RingGroupSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const ringGroups: RouteKind = {
  name: 'ring_group',
  path: 'ring-groups',
  area: 'Ring groups',
  noun: 'ring group',
  description: 'A number at which several phones ring.',
  fields,
  defaults: { strategy: 'ringall', ring_time: 20, prefix: '', destination: '', mailbox: '' },
  faults(settings) {
    const { members } = settings as RingGroupSettings
    return members.flatMap((number, index): Fault[] =>
      members.indexOf(number) < index
        ? [{ pointer: `/members/${index}`, detail: `${number} is already a member` }]
        : [],
    )
  },
}

export const ringGroupSchemas = routeSchemas(ringGroups)
