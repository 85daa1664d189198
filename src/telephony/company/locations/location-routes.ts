import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { Directory } from '../directory.ts'
import { createLocation } from './create-location.ts'
import {
  deleteLocation,
  locationOfCompany,
  locationToEdit,
  showLocations,
  updateLocation,
} from './location-actions.ts'
import { LocationPatch, NewLocation } from './location-input.ts'
import { LocationSchema, locationView } from './location-view.ts'

const operation = operationOf<Directory>()

const area = 'Locations'

export const locationRoutes = [
  operation({
    method: 'GET',
    path: '/company/locations',
    area,
    summary: 'List the locations',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: Type.Array(LocationSchema) },
    problems: [],
    handle: ({ context, actor }) => showLocations(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/company/locations',
    area,
    summary: 'Create a location',
    description: 'It gets its own PBX instance.',
    access: 'change locations',
    body: NewLocation,
    nullIsAbsent: true,
    success: { status: 201, schema: LocationSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => createLocation(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: '/company/locations/:location_id',
    area,
    summary: 'Get a location',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: LocationSchema },
    problems: [404],
    find: ({ context, actor, params }) => locationOfCompany(context, actor, params.location_id!),
    handle: async ({ actor, subject }) => locationView(subject, actor.company.public_id),
  }),
  operation({
    method: 'PATCH',
    path: '/company/locations/:location_id',
    area,
    summary: 'Update a location',
    description: 'For the primary user.',
    access: 'change locations',
    body: LocationPatch,
    success: { status: 200, schema: LocationSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => locationToEdit(context, actor, params.location_id!),
    handle: ({ context, actor, subject, body }) => updateLocation(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/company/locations/:location_id',
    area,
    summary: 'Delete a location',
    description: 'For the primary user. 409 for the last location, and while it has extensions.',
    access: 'change locations',
    success: { status: 200, schema: LocationSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => locationToEdit(context, actor, params.location_id!),
    handle: ({ context, actor, subject }) => deleteLocation(context, actor, subject.id),
  }),
]
