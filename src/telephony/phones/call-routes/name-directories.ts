import { type Static, Type } from '@sinclair/typebox'
import { Destination } from './destination-schema.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

const fields = {
  tries: Type.Integer({ minimum: 1, maximum: 10, description: 'How often callers may look in vain.' }),
  destination: Destination('Where callers go who find nobody; empty: the call ends.'),
}

export type NameDirectorySettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const nameDirectories: RouteKind = {
  name: 'name_directory',
  path: 'name-directories',
  area: 'Name directories',
  noun: 'directory by name',
  description:
    'A number at which callers find a person by the first letters of the name. See `.../directory-entry` for who is in it.',
  fields,
  defaults: { tries: 3, destination: '' },
}

export const nameDirectorySchemas = routeSchemas(nameDirectories)
