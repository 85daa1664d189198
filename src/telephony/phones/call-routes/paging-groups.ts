import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { RequiredDestination } from './destination-schema.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

/** All of their phones are called at once. */
const MAX_MEMBERS = 30

const fields = {
  members: Type.Array(RequiredDestination(), {
    minItems: 1,
    maxItems: MAX_MEMBERS,
    description: 'Extensions whose phones answer by themselves and hear the caller.',
  }),
  callers: Type.Array(RequiredDestination(), {
    maxItems: 100,
    description: 'The extensions of the instance that may page; empty: every extension of the company.',
  }),
  two_way: Type.Boolean({ description: 'Everybody hears everybody, instead of the caller only.' }),
  urgent: Type.Boolean({ description: 'Phones of people who do not want to be disturbed answer, too.' }),
}

export type PagingSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const pagingGroups: RouteKind = {
  name: 'paging',
  path: 'paging-groups',
  area: 'Paging groups',
  noun: 'paging group',
  description:
    'A number whose members hear the caller at once: their phones answer by themselves. Who is in a call is left out.',
  fields,
  defaults: { callers: [], two_way: false, urgent: false },
  faults(settings) {
    const { members, callers } = settings as PagingSettings
    const twice = (list: readonly string[], name: string) =>
      list.flatMap((number, index): Fault[] =>
        list.indexOf(number) < index
          ? [{ pointer: `/${name}/${index}`, detail: `${number} is already listed` }]
          : [],
      )
    return [...twice(members, 'members'), ...twice(callers, 'callers')]
  },
}

export const pagingSchemas = routeSchemas(pagingGroups)
