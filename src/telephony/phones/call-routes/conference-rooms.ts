import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { RequiredDestination } from './destination-schema.ts'
import { makePins } from './make-pins.ts'
import { forgetRoom } from './room-tables.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

const fields = {
  moderators: Type.Array(RequiredDestination(), {
    maxItems: 100,
    description: 'Extensions of the instance that moderate, and that need no PIN.',
  }),
  wait_for_moderator: Type.Boolean({
    description: 'Participants hear music until a moderator comes.',
  }),
  end_with_moderator: Type.Boolean({
    description: 'The conference ends for everybody when the last moderator leaves.',
  }),
  music: Type.String({
    pattern: '^[\\w-]{1,80}$',
    title: 'the name of a class of music',
    description: 'The class of music that somebody hears who is alone; see music on hold.',
  }),
}

export type ConferenceSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const conferenceRooms: RouteKind = {
  name: 'conference',
  path: 'conference-rooms',
  area: 'Conference rooms',
  noun: 'conference room',
  description:
    'A number at which everybody who calls talks with each other. The server makes two PINs; see `.../pins`.',
  fields,
  defaults: { moderators: [], wait_for_moderator: false, end_with_moderator: false, music: 'default' },
  faults(settings) {
    const { moderators } = settings as ConferenceSettings
    return moderators.flatMap((number, index): Fault[] =>
      moderators.indexOf(number) < index
        ? [{ pointer: `/moderators/${index}`, detail: `${number} is already a moderator` }]
        : [],
    )
  },
  begin: makePins,
  forget: forgetRoom,
}

export const conferenceSchemas = routeSchemas(conferenceRooms)
