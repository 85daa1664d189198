import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { Phones } from '../phones.ts'
import { createTrunk, deleteTrunk, updateTrunk } from './change-trunks.ts'
import { EmergencySchema, showEmergency } from './show-emergency.ts'
import { showTrunks, trunkToManage } from './trunk-access.ts'
import { TrunkSchema } from './trunk-events.ts'
import { NewTrunk, TrunkPatch } from './trunk-input.ts'

const operation = operationOf<Phones>()

const area = 'Trunks'
const one = '/trunks/:trunk_id'

export const trunkRoutes = [
  operation({
    method: 'GET',
    path: '/company/emergency',
    area,
    summary: 'Check whether emergency calls are configured',
    description: 'They need a trunk that works, and an address and a caller id for each location.',
    access: 'see trunks and numbers',
    success: { status: 200, schema: EmergencySchema },
    problems: [403],
    handle: ({ context, actor }) => showEmergency(context, actor),
  }),
  operation({
    method: 'GET',
    path: '/trunks',
    area,
    summary: 'List the trunks',
    description: 'In the order in which calls take them. For owners and administrators.',
    access: 'see trunks and numbers',
    success: { status: 200, schema: Type.Array(TrunkSchema) },
    problems: [403],
    handle: ({ context, actor }) => showTrunks(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/trunks',
    area,
    summary: 'Create a trunk',
    description:
      "Its password is encrypted and never shown again. 409 if another trunk of the company has an address already; companies can share one. 400 if the host or an address is inside the server's own network, unless TRUNKS_TO_PRIVATE_NETWORKS allows it.",
    access: 'change trunks',
    body: NewTrunk,
    nullIsAbsent: true,
    success: { status: 201, schema: TrunkSchema },
    problems: [400, 403, 409],
    handle: ({ context, actor, body }) => createTrunk(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get a trunk',
    access: 'see trunks and numbers',
    success: { status: 200, schema: TrunkSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => trunkToManage(context, actor, params.trunk_id!),
    handle: async ({ subject }) => subject,
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change a trunk',
    description: 'Another host needs the password again.',
    access: 'change trunks',
    body: TrunkPatch,
    success: { status: 200, schema: TrunkSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => trunkToManage(context, actor, params.trunk_id!),
    handle: ({ context, actor, subject, body }) => updateTrunk(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Delete a trunk',
    description: 'Calls over it end.',
    access: 'change trunks',
    success: { status: 200, schema: TrunkSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => trunkToManage(context, actor, params.trunk_id!),
    handle: ({ context, actor, subject }) => deleteTrunk(context, actor, subject.id),
  }),
]
