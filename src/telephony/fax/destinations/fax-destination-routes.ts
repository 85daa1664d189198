import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import {
  createDestination,
  deleteDestination,
  destinationToEdit,
  showDestination,
  showDestinations,
  updateDestination,
} from './change-fax-destinations.ts'
import { NewDestination, ReplacedDestination } from './fax-destination-input.ts'
import { DestinationSchema } from './fax-destination-view.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Faxes'
const one = '/fax/destinations/:destination_id'

export const faxDestinationRoutes = [
  operation({
    method: 'GET',
    path: '/fax/destinations',
    area,
    summary: 'List the fax destinations',
    description: 'Each received fax is mailed as a PDF to all addresses of all destinations.',
    access: 'read faxes, fax numbers and destinations',
    success: { status: 200, schema: Type.Array(DestinationSchema) },
    problems: [],
    handle: ({ context, actor }) => showDestinations(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/fax/destinations',
    area,
    summary: 'Create a fax destination',
    access: 'change fax destinations',
    body: NewDestination,
    nullIsAbsent: true,
    success: { status: 201, schema: DestinationSchema },
    problems: [400, 403, 409],
    handle: ({ context, actor, body }) => createDestination(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get a fax destination',
    access: 'read faxes, fax numbers and destinations',
    success: { status: 200, schema: DestinationSchema },
    problems: [404],
    find: ({ context, actor, params }) => showDestination(context, actor, params.destination_id!),
    handle: async ({ subject }) => subject,
  }),
  operation({
    method: 'PUT',
    path: one,
    area,
    summary: 'Replace a fax destination',
    description: 'For the primary user.',
    access: 'change fax destinations',
    body: ReplacedDestination,
    success: { status: 200, schema: DestinationSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => destinationToEdit(context, actor, params.destination_id!),
    handle: ({ context, actor, subject, body }) => updateDestination(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Delete a fax destination',
    description: 'For the primary user.',
    access: 'change fax destinations',
    success: { status: 200, schema: DestinationSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => destinationToEdit(context, actor, params.destination_id!),
    handle: ({ context, actor, subject }) => deleteDestination(context, actor, subject.id),
  }),
]
