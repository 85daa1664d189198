import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { parkingLots } from '../call-routes/parking-lots.ts'
import { CdrSchema } from '../calls/call-events.ts'
import { callInProgress } from '../calls/recordings/set-recording-state.ts'
import type { Phones } from '../phones.ts'
import { routeToShow } from '../routing/call-route-access.ts'
import { listParkedCalls, ParkedCallSchema } from './list-parked-calls.ts'
import { ParkInput, parkCall } from './park-call.ts'

const operation = operationOf<Phones>()

const { area, name } = parkingLots

export const parkingRoutes = [
  operation({
    method: 'GET',
    path: `/instances/:instance_uuid/parking-lots/:${name}_id/calls`,
    area,
    summary: 'List the calls that are parked',
    description:
      'At this moment, by slot. For every user of the company: everybody may pick them up. The event `parking.updated` says when it has changed.',
    access: 'see parked calls',
    success: { status: 200, schema: Type.Array(ParkedCallSchema) },
    problems: [404],
    find: ({ context, actor, params }) => routeToShow(context, actor, parkingLots, params),
    handle: ({ context, subject }) => listParkedCalls(context, subject),
  }),
  operation({
    method: 'POST',
    path: '/cdrs/:call_id/park',
    area,
    summary: 'Park a call in progress',
    description:
      'For the people in the call and the owner. The other end waits at `slot`, or at the first free slot of the first parking lot of the instance. The event `parking.updated` says where. 409 if nobody talks, or nothing is free there.',
    access: 'park calls in progress',
    body: ParkInput,
    success: { status: 202, schema: CdrSchema },
    problems: [400, 404, 409],
    find: ({ context, actor, params }) => callInProgress(context, actor, params.call_id!),
    handle: ({ context, actor, subject, body }) => parkCall(context, actor, subject, body),
  }),
]
