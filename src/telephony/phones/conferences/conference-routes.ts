import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { conferenceRooms } from '../call-routes/conference-rooms.ts'
import { listParticipants, ParticipantSchema, roomToWatch } from './list-participants.ts'
import { ConferencePinsSchema, roomWithPins, setPins, showPins } from './room-pins.ts'

const operation = operationOf<TelephonyPlatform>()

const { area, name } = conferenceRooms
const path = `/instances/:instance_uuid/conference-rooms/:${name}_id`

export const conferenceRoutes = [
  operation({
    method: 'GET',
    path: `${path}/participants`,
    area,
    summary: 'See who is in a conference room',
    description:
      'At this moment. The event `conference.updated` says when it has changed. For moderators of the room, owners and administrators.',
    access: 'see who is in a conference',
    success: { status: 200, schema: Type.Array(ParticipantSchema) },
    problems: [403, 404],
    find: ({ context, actor, params }) => roomToWatch(context, actor, params),
    handle: ({ context, subject }) => listParticipants(context, subject),
  }),
  operation({
    method: 'GET',
    path: `${path}/pins`,
    area,
    summary: 'Get the PINs of a conference room',
    description: 'For owners and administrators. They are encrypted in the database.',
    access: 'see and choose PINs of conference rooms',
    success: { status: 200, schema: ConferencePinsSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => roomWithPins(context, actor, params),
    handle: ({ context, subject }) => showPins(context, subject),
  }),
  operation({
    method: 'PUT',
    path: `${path}/pins`,
    area,
    summary: 'Choose the PINs of a conference room',
    description: 'For owners and administrators. Who is in the room stays there.',
    access: 'see and choose PINs of conference rooms',
    body: ConferencePinsSchema,
    success: { status: 200, schema: ConferencePinsSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => roomWithPins(context, actor, params),
    handle: ({ context, actor, subject, body }) => setPins(context, actor, subject, body),
  }),
]
